/*
 * hyla.h: the C interface of Hyla, an RTI of IEEE 1516-2010 and 1516-2025.
 *
 * Written from the sources of the crate hyla-capi; do not edit. How to use it: docs/c-interface.md.
 *
 * - Every function that has to do with an ambassador gives a hyla_exception: HYLA_OK, or an exception of the
 *   standard. hyla_last_message() has the words.
 * - What goes in, and what callbacks bring, is lent for the time of the call: hyla_text, hyla_bytes, hyla_handles ...
 *   What comes out through a type hyla_owned_... belongs to the caller, who frees it.
 * - Out pointers come last and must not be null, but for those of results that may be absent. Where a service
 *   fails, out values are zero.
 * - Other pointers may be null where the text says what that means: mostly that an optional argument is absent.
 * - Numbers without meaning, null pointers, wrong lengths and text that is not UTF-8 are refused. Pointers that
 *   lead nowhere cannot be.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */

#ifndef HYLA_H
#define HYLA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Outcome of the additional settings of `connect` (2025). */
enum hyla_additional_settings_result_code
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** None were given, or they mean nothing to this RTI. */
  HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_IGNORED = 0,
  /** The text could not be read; nothing of it is in force. */
  HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_FAILED_TO_PARSE = 1,
  /** The settings are in force. */
  HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_APPLIED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_additional_settings_result_code hyla_additional_settings_result_code;
#else
typedef int32_t hyla_additional_settings_result_code;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a function ended: `HYLA_OK`, or an exception of either edition. The numbers never change; later
 * versions may have further ones.
 */
enum hyla_exception
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** The service was carried out. */
  HYLA_OK = 0,
  /** `connect` on an ambassador that has a connection. */
  HYLA_ALREADY_CONNECTED = 1,
  /** Asynchronous delivery is off as it is. */
  HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_DISABLED = 2,
  /** Asynchronous delivery is on as it is. */
  HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_ENABLED = 3,
  /** Listed by no service. (2010) */
  HYLA_ATTRIBUTE_ACQUISITION_WAS_NOT_CANCELED = 4,
  /** Nothing to cancel: the caller is not acquiring one of the attributes. */
  HYLA_ATTRIBUTE_ACQUISITION_WAS_NOT_REQUESTED = 5,
  /** The caller already waits for one of the attributes. */
  HYLA_ATTRIBUTE_ALREADY_BEING_ACQUIRED = 6,
  /** A change of its transportation type is still to be confirmed. */
  HYLA_ATTRIBUTE_ALREADY_BEING_CHANGED = 7,
  /** The caller is giving it away already. */
  HYLA_ATTRIBUTE_ALREADY_BEING_DIVESTED = 8,
  /** The caller owns one of the attributes, so there is nothing to acquire or cancel. */
  HYLA_ATTRIBUTE_ALREADY_OWNED = 9,
  /** The caller is not giving it away. */
  HYLA_ATTRIBUTE_DIVESTITURE_WAS_NOT_REQUESTED = 10,
  /** Not an attribute that is available at the class. */
  HYLA_ATTRIBUTE_NOT_DEFINED = 11,
  /** The caller does not own one of the attributes. */
  HYLA_ATTRIBUTE_NOT_OWNED = 12,
  /** The caller does not publish the attribute at the class. */
  HYLA_ATTRIBUTE_NOT_PUBLISHED = 13,
  /** Listed by no service. (2010) */
  HYLA_ATTRIBUTE_NOT_RECOGNIZED = 14,
  /** Listed by no service. (2010) */
  HYLA_ATTRIBUTE_NOT_SUBSCRIBED = 15,
  /** The advisory is off as it is. */
  HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_OFF = 16,
  /** The advisory is on as it is. */
  HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_ON = 17,
  /** The advisory is off as it is. */
  HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_OFF = 18,
  /** The advisory is on as it is. */
  HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_ON = 19,
  /** Listed by no service. (2010) */
  HYLA_BAD_INITIALIZATION_PARAMETER = 20,
  /** The service may not be called while a callback of this ambassador runs. */
  HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK = 21,
  /** The RTI cannot be reached or turns the connection away. */
  HYLA_CONNECTION_FAILED = 22,
  /** There is no time representation of that name. */
  HYLA_COULD_NOT_CREATE_LOGICAL_TIME_FACTORY = 23,
  /** The bytes are not what an `encode` of this kind writes. */
  HYLA_COULD_NOT_DECODE = 24,
  /** Listed by no service. (2010) */
  HYLA_COULD_NOT_DISCOVER = 25,
  /** A value cannot be written in the encoding asked for. Raised by the encoding classes. */
  HYLA_COULD_NOT_ENCODE = 26,
  /** Listed by no service. (2010) */
  HYLA_COULD_NOT_INITIATE_RESTORE = 27,
  /** A FOM module cannot be found or opened. (2010) */
  HYLA_COULD_NOT_OPEN_FDD = 28,
  /** A FOM module cannot be found or opened. (2025) */
  HYLA_COULD_NOT_OPEN_FOM = 29,
  /** The MIM cannot be found or opened. */
  HYLA_COULD_NOT_OPEN_MIM = 30,
  /** The caller does not own the instance's privilege to delete. */
  HYLA_DELETE_PRIVILEGE_NOT_HELD = 31,
  /** The MIM was given under the name that is kept for the standard one. */
  HYLA_DESIGNATOR_IS_HLA_STANDARD_MIM = 32,
  /** A FOM module is not readable as an object model. (2010) */
  HYLA_ERROR_READING_FDD = 33,
  /** A FOM module is not readable as an object model. (2025) */
  HYLA_ERROR_READING_FOM = 34,
  /** The MIM is not readable as an object model. */
  HYLA_ERROR_READING_MIM = 35,
  /** The ambassador is joined to an execution. */
  HYLA_FEDERATE_ALREADY_EXECUTION_MEMBER = 36,
  /** The handle is well formed, but no joined federate has it. */
  HYLA_FEDERATE_HANDLE_NOT_KNOWN = 37,
  /** The federate has not said that it began the save. */
  HYLA_FEDERATE_HAS_NOT_BEGUN_SAVE = 38,
  /** Raised by the federate's own code inside a callback. */
  HYLA_FEDERATE_INTERNAL_ERROR = 39,
  /** Disconnecting needs a resign first. */
  HYLA_FEDERATE_IS_EXECUTION_MEMBER = 40,
  /** Another joined federate has this name. */
  HYLA_FEDERATE_NAME_ALREADY_IN_USE = 41,
  /** The service needs a joined federate. */
  HYLA_FEDERATE_NOT_EXECUTION_MEMBER = 42,
  /** The caller already owns some of the attributes. */
  HYLA_FEDERATE_OWNS_ATTRIBUTES = 43,
  /** The caller's services are reported, so it may not subscribe to those reports. */
  HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM = 44,
  /** A save at a time, asked for by a federate to which that time says nothing. */
  HYLA_FEDERATE_UNABLE_TO_USE_TIME = 45,
  /** The execution has members and cannot be destroyed. */
  HYLA_FEDERATES_CURRENTLY_JOINED = 46,
  /** The name of the execution is taken. */
  HYLA_FEDERATION_EXECUTION_ALREADY_EXISTS = 47,
  /** There is no execution of this name. */
  HYLA_FEDERATION_EXECUTION_DOES_NOT_EXIST = 48,
  /** The name is empty or reserved. */
  HYLA_ILLEGAL_NAME = 49,
  /** A sum or difference outside the range of times. Raised by the time classes. */
  HYLA_ILLEGAL_TIME_ARITHMETIC = 50,
  /** An advance is asked for and not granted yet. */
  HYLA_IN_TIME_ADVANCING_STATE = 51,
  /** FOM modules contradict one another or the MIM. (2010) */
  HYLA_INCONSISTENT_FDD = 52,
  /** FOM modules contradict one another or the MIM. (2025) */
  HYLA_INCONSISTENT_FOM = 53,
  /** A change of its transportation type is still to be confirmed. */
  HYLA_INTERACTION_CLASS_ALREADY_BEING_CHANGED = 54,
  /** Not an interaction class of the execution. */
  HYLA_INTERACTION_CLASS_NOT_DEFINED = 55,
  /** The caller does not publish this very class. */
  HYLA_INTERACTION_CLASS_NOT_PUBLISHED = 56,
  /** Listed by no service. (2010) */
  HYLA_INTERACTION_CLASS_NOT_RECOGNIZED = 57,
  /** Listed by no service. (2010) */
  HYLA_INTERACTION_CLASS_NOT_SUBSCRIBED = 58,
  /** Not a parameter that is available at the class. */
  HYLA_INTERACTION_PARAMETER_NOT_DEFINED = 59,
  /** Listed by no service. (2010) */
  HYLA_INTERACTION_PARAMETER_NOT_RECOGNIZED = 60,
  /** The advisory is off as it is. */
  HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_OFF = 61,
  /** The advisory is on as it is. */
  HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_ON = 62,
  /** A fault inside a class of the library. Listed by no service. */
  HYLA_INTERNAL_ERROR = 63,
  /** Not an attribute handle of the execution. */
  HYLA_INVALID_ATTRIBUTE_HANDLE = 64,
  /** The authorizer cannot make anything of the credentials. (2025) */
  HYLA_INVALID_CREDENTIALS = 65,
  /** Not a dimension handle of the execution. */
  HYLA_INVALID_DIMENSION_HANDLE = 66,
  /** A FOM module is readable, but breaks the rules of object models. (2025) */
  HYLA_INVALID_FOM = 67,
  /** Not a federate handle of the execution. */
  HYLA_INVALID_FEDERATE_HANDLE = 68,
  /** Not an interaction class handle of the execution. */
  HYLA_INVALID_INTERACTION_CLASS_HANDLE = 69,
  /** The settings text of `connect` cannot be used. (2010) */
  HYLA_INVALID_LOCAL_SETTINGS_DESIGNATOR = 70,
  /** A time of the wrong representation, out of range, or too early to be sent. */
  HYLA_INVALID_LOGICAL_TIME = 71,
  /** An interval of the wrong representation or out of range. Raised by the time classes. */
  HYLA_INVALID_LOGICAL_TIME_INTERVAL = 72,
  /** A lookahead of the wrong representation, negative or infinite. */
  HYLA_INVALID_LOOKAHEAD = 73,
  /** The MIM is readable, but breaks the rules or lacks what the standard puts there. (2025) */
  HYLA_INVALID_MIM = 74,
  /** Not the handle of a message in time-stamp order that the caller sent. */
  HYLA_INVALID_MESSAGE_RETRACTION_HANDLE = 75,
  /** Not an object class handle of the execution. */
  HYLA_INVALID_OBJECT_CLASS_HANDLE = 76,
  /** Not an object instance handle of the execution. (2025) */
  HYLA_INVALID_OBJECT_INSTANCE_HANDLE = 77,
  /** The text names no order type. */
  HYLA_INVALID_ORDER_NAME = 78,
  /** The value is no order type. */
  HYLA_INVALID_ORDER_TYPE = 79,
  /** Not a parameter handle of the execution. */
  HYLA_INVALID_PARAMETER_HANDLE = 80,
  /** A range that is empty, reversed or longer than its dimension. */
  HYLA_INVALID_RANGE_BOUND = 81,
  /** Not a region, or not any more. */
  HYLA_INVALID_REGION = 82,
  /** The region has a dimension that is not available there. */
  HYLA_INVALID_REGION_CONTEXT = 83,
  /** The value is no resign action. */
  HYLA_INVALID_RESIGN_ACTION = 84,
  /** The value is no service group. */
  HYLA_INVALID_SERVICE_GROUP = 85,
  /** No transportation type has this name. */
  HYLA_INVALID_TRANSPORTATION_NAME = 86,
  /** Not a transportation type of the execution. (2010) */
  HYLA_INVALID_TRANSPORTATION_TYPE = 87,
  /** Not a transportation type handle of the execution. (2025) */
  HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE = 88,
  /** The object model has no update rate of this name. */
  HYLA_INVALID_UPDATE_RATE_DESIGNATOR = 89,
  /** Listed by no service. (2010) */
  HYLA_JOINED_FEDERATE_IS_NOT_IN_TIME_ADVANCING_STATE = 90,
  /** The time lies before that of the caller. */
  HYLA_LOGICAL_TIME_ALREADY_PASSED = 91,
  /** Too late to take the message back, or taken back already. */
  HYLA_MESSAGE_CAN_NO_LONGER_BE_RETRACTED = 92,
  /** The execution has nothing of this name. */
  HYLA_NAME_NOT_FOUND = 93,
  /** A set of names with no name in it. */
  HYLA_NAME_SET_WAS_EMPTY = 94,
  /** No federate is acquiring the attribute. */
  HYLA_NO_ACQUISITION_PENDING = 95,
  /** Listed by no service. (2010) */
  HYLA_NO_FEDERATE_WILLING_TO_ACQUIRE_ATTRIBUTE = 96,
  /** Listed by no service. (2010) */
  HYLA_NO_REQUEST_TO_ENABLE_TIME_CONSTRAINED_WAS_PENDING = 97,
  /** Listed by no service. (2010) */
  HYLA_NO_REQUEST_TO_ENABLE_TIME_REGULATION_WAS_PENDING = 98,
  /** The ambassador has no connection. */
  HYLA_NOT_CONNECTED = 99,
  /** Not an object class of the execution. */
  HYLA_OBJECT_CLASS_NOT_DEFINED = 100,
  /** Listed by no service. (2010) */
  HYLA_OBJECT_CLASS_NOT_KNOWN = 101,
  /** The caller does not publish the class. */
  HYLA_OBJECT_CLASS_NOT_PUBLISHED = 102,
  /** The advisory is off as it is. */
  HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_OFF = 103,
  /** The advisory is on as it is. */
  HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_ON = 104,
  /** An object instance has this name. */
  HYLA_OBJECT_INSTANCE_NAME_IN_USE = 105,
  /** The caller has not reserved the name. */
  HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED = 106,
  /** The caller knows no such instance: never discovered, or removed. */
  HYLA_OBJECT_INSTANCE_NOT_KNOWN = 107,
  /** An acquisition by the caller is already pending. */
  HYLA_OWNERSHIP_ACQUISITION_PENDING = 108,
  /** Any failure without a name of its own; the message explains it. */
  HYLA_RTI_INTERNAL_ERROR = 109,
  /** The region was created without this dimension. */
  HYLA_REGION_DOES_NOT_CONTAIN_SPECIFIED_DIMENSION = 110,
  /** The region is in use and cannot be deleted. */
  HYLA_REGION_IN_USE_FOR_UPDATE_OR_SUBSCRIPTION = 111,
  /** The region belongs to another federate. */
  HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE = 112,
  /** The caller subscribes to service reports, so its own cannot be switched on. (2025) */
  HYLA_REPORT_SERVICE_INVOCATIONS_ARE_SUBSCRIBED = 113,
  /** The request to become constrained is not answered yet. */
  HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING = 114,
  /** The request to become regulating is not answered yet. */
  HYLA_REQUEST_FOR_TIME_REGULATION_PENDING = 115,
  /** Not while a restore is going on. */
  HYLA_RESTORE_IN_PROGRESS = 116,
  /** There is no restore to abort. */
  HYLA_RESTORE_NOT_IN_PROGRESS = 117,
  /** The caller was not asked to restore. */
  HYLA_RESTORE_NOT_REQUESTED = 118,
  /** Not while a save is going on. */
  HYLA_SAVE_IN_PROGRESS = 119,
  /** There is no save to abort. */
  HYLA_SAVE_NOT_IN_PROGRESS = 120,
  /** The caller was not asked to save. */
  HYLA_SAVE_NOT_INITIATED = 121,
  /** Listed by no service. (2010) */
  HYLA_SPECIFIED_SAVE_LABEL_DOES_NOT_EXIST = 122,
  /** The point was not announced to the caller, or is achieved already. */
  HYLA_SYNCHRONIZATION_POINT_LABEL_NOT_ANNOUNCED = 123,
  /** The caller is time constrained. */
  HYLA_TIME_CONSTRAINED_ALREADY_ENABLED = 124,
  /** The caller is not time constrained. */
  HYLA_TIME_CONSTRAINED_IS_NOT_ENABLED = 125,
  /** The caller is time regulating. */
  HYLA_TIME_REGULATION_ALREADY_ENABLED = 126,
  /** The caller is not time regulating. */
  HYLA_TIME_REGULATION_IS_NOT_ENABLED = 127,
  /** Listed by no service. (2010) */
  HYLA_UNABLE_TO_PERFORM_SAVE = 128,
  /** The authorizer says no. (2025) */
  HYLA_UNAUTHORIZED = 129,
  /** Listed by no service. (2010) */
  HYLA_UNKNOWN_NAME = 130,
  /** This RTI does not offer the callback model. */
  HYLA_UNSUPPORTED_CALLBACK_MODEL = 131,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_exception hyla_exception;
#else
typedef int32_t hyla_exception;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Editions of the standard. */
enum hyla_edition
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** IEEE 1516-2010, "HLA Evolved". */
  HYLA_EDITION_2010 = 2010,
  /** IEEE 1516-2025, "HLA 4". */
  HYLA_EDITION_2025 = 2025,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_edition hyla_edition;
#else
typedef int32_t hyla_edition;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Why a synchronization point was not registered. */
enum hyla_synchronization_point_failure_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** A point of this label is registered already. */
  HYLA_SYNCHRONIZATION_POINT_FAILURE_REASON_LABEL_NOT_UNIQUE = 0,
  /** The set names a federate that is not joined. */
  HYLA_SYNCHRONIZATION_POINT_FAILURE_REASON_SET_MEMBER_NOT_JOINED = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_synchronization_point_failure_reason hyla_synchronization_point_failure_reason;
#else
typedef int32_t hyla_synchronization_point_failure_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Representations of logical time. */
enum hyla_time_representation
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** `HLAinteger64Time`: the bits are a signed 64-bit number. */
  HYLA_INTEGER64 = 1,
  /** `HLAfloat64Time`: the bits are those of an IEEE 754 double. */
  HYLA_FLOAT64 = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_time_representation hyla_time_representation;
#else
typedef int32_t hyla_time_representation;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Why a save failed. */
enum hyla_save_failure_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** The RTI could not store its own state. */
  HYLA_SAVE_FAILURE_REASON_RTI_UNABLE_TO_SAVE = 0,
  /** A federate answered that it could not save. */
  HYLA_SAVE_FAILURE_REASON_FEDERATE_REPORTED_FAILURE_DURING_SAVE = 1,
  /** A federate left before it was done. */
  HYLA_SAVE_FAILURE_REASON_FEDERATE_RESIGNED_DURING_SAVE = 2,
  /** The RTI found a fault. */
  HYLA_SAVE_FAILURE_REASON_RTI_DETECTED_FAILURE_DURING_SAVE = 3,
  /** Not every federate can be stopped at the time asked for. */
  HYLA_SAVE_FAILURE_REASON_SAVE_TIME_CANNOT_BE_HONORED = 4,
  /** A federate called `abortFederationSave`. */
  HYLA_SAVE_FAILURE_REASON_SAVE_ABORTED = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_save_failure_reason hyla_save_failure_reason;
#else
typedef int32_t hyla_save_failure_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** How far one federate is in a save of the federation. */
enum hyla_save_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** No save is going on. */
  HYLA_SAVE_STATUS_NO_SAVE_IN_PROGRESS = 0,
  /** Asked to save, not begun. */
  HYLA_SAVE_STATUS_FEDERATE_INSTRUCTED_TO_SAVE = 1,
  /** Saving. */
  HYLA_SAVE_STATUS_FEDERATE_SAVING = 2,
  /** Done; others are not. */
  HYLA_SAVE_STATUS_FEDERATE_WAITING_FOR_FEDERATION_TO_SAVE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_save_status hyla_save_status;
#else
typedef int32_t hyla_save_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Why a restore failed. */
enum hyla_restore_failure_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** The RTI could not load its own state. */
  HYLA_RESTORE_FAILURE_REASON_RTI_UNABLE_TO_RESTORE = 0,
  /** A federate answered that it could not restore. */
  HYLA_RESTORE_FAILURE_REASON_FEDERATE_REPORTED_FAILURE_DURING_RESTORE = 1,
  /** A federate left before it was done. */
  HYLA_RESTORE_FAILURE_REASON_FEDERATE_RESIGNED_DURING_RESTORE = 2,
  /** The RTI found a fault. */
  HYLA_RESTORE_FAILURE_REASON_RTI_DETECTED_FAILURE_DURING_RESTORE = 3,
  /** A federate called `abortFederationRestore`. */
  HYLA_RESTORE_FAILURE_REASON_RESTORE_ABORTED = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_restore_failure_reason hyla_restore_failure_reason;
#else
typedef int32_t hyla_restore_failure_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** How far one federate is in a restore of the federation. */
enum hyla_restore_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** No restore is going on. */
  HYLA_RESTORE_STATUS_NO_RESTORE_IN_PROGRESS = 0,
  /** Its own request for a restore is not answered yet. */
  HYLA_RESTORE_STATUS_FEDERATE_RESTORE_REQUEST_PENDING = 1,
  /** The request is granted; the restore has not begun. */
  HYLA_RESTORE_STATUS_FEDERATE_WAITING_FOR_RESTORE_TO_BEGIN = 2,
  /** The restore was announced; the state to load is not known yet. */
  HYLA_RESTORE_STATUS_FEDERATE_PREPARED_TO_RESTORE = 3,
  /** Restoring. */
  HYLA_RESTORE_STATUS_FEDERATE_RESTORING = 4,
  /** Done; others are not. */
  HYLA_RESTORE_STATUS_FEDERATE_WAITING_FOR_FEDERATION_TO_RESTORE = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_restore_status hyla_restore_status;
#else
typedef int32_t hyla_restore_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a message takes its place among others at the receiver.
 *
 * The names are those of object model files and of `getOrderName`.
 */
enum hyla_order_type
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** In the order of arrival. */
  HYLA_ORDER_TYPE_RECEIVE = 1,
  /** In the order of time stamps, and only once no earlier one can come. */
  HYLA_ORDER_TYPE_TIME_STAMP = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_order_type hyla_order_type;
#else
typedef int32_t hyla_order_type;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Thread of the callbacks. */
enum hyla_callback_model
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** Hyla's thread, as soon as a callback is ready. */
  HYLA_CALLBACK_MODEL_IMMEDIATE = 0,
  /** The federate's own thread, inside `evokeCallback` and `evokeMultipleCallbacks`. */
  HYLA_CALLBACK_MODEL_EVOKED = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_callback_model hyla_callback_model;
#else
typedef int32_t hyla_callback_model;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Fate of a federate's attributes and pending acquisitions when it resigns. */
enum hyla_resign_action
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** Everything owned becomes unowned. */
  HYLA_RESIGN_ACTION_UNCONDITIONALLY_DIVEST_ATTRIBUTES = 0,
  /** Instances whose delete privilege the federate holds are deleted. */
  HYLA_RESIGN_ACTION_DELETE_OBJECTS = 1,
  /** Pending acquisitions are cancelled. */
  HYLA_RESIGN_ACTION_CANCEL_PENDING_OWNERSHIP_ACQUISITIONS = 2,
  /** Deletes what it may delete, then divests the rest. */
  HYLA_RESIGN_ACTION_DELETE_OBJECTS_THEN_DIVEST = 3,
  /** Cancels acquisitions, deletes what it may delete, then divests the rest. */
  HYLA_RESIGN_ACTION_CANCEL_THEN_DELETE_THEN_DIVEST = 4,
  /** Nothing: refused while something is owned or being acquired. */
  HYLA_RESIGN_ACTION_NO_ACTION = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_resign_action hyla_resign_action;
#else
typedef int32_t hyla_resign_action;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Whether a subscription counts for advisories. */
enum hyla_activity
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** It counts. */
  HYLA_ACTIVITY_ACTIVE = 0,
  /** Data is delivered all the same, without advisories to publishers. */
  HYLA_ACTIVITY_PASSIVE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_activity hyla_activity;
#else
typedef int32_t hyla_activity;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** How far a directed subscription reaches (2025). */
enum hyla_directed_scope
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** Instances of which the federate owns an attribute. */
  HYLA_DIRECTED_SCOPE_OWNED = 0,
  /** Every instance that the federate knows (`universally`). */
  HYLA_DIRECTED_SCOPE_UNIVERSAL = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_directed_scope hyla_directed_scope;
#else
typedef int32_t hyla_directed_scope;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Groups of services, as `normalizeServiceGroup` counts them. */
enum hyla_service_group
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** Clause 4. */
  HYLA_SERVICE_GROUP_FEDERATION_MANAGEMENT = 0,
  /** Clause 5. */
  HYLA_SERVICE_GROUP_DECLARATION_MANAGEMENT = 1,
  /** Clause 6. */
  HYLA_SERVICE_GROUP_OBJECT_MANAGEMENT = 2,
  /** Clause 7. */
  HYLA_SERVICE_GROUP_OWNERSHIP_MANAGEMENT = 3,
  /** Clause 8. */
  HYLA_SERVICE_GROUP_TIME_MANAGEMENT = 4,
  /** Clause 9. */
  HYLA_SERVICE_GROUP_DATA_DISTRIBUTION_MANAGEMENT = 5,
  /** Clause 10. */
  HYLA_SERVICE_GROUP_SUPPORT_SERVICES = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_service_group hyla_service_group;
#else
typedef int32_t hyla_service_group;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** One way or round trip. */
enum hyla_latency_quantity
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** What the quality of service answers first: one way, but round trip for 3 and 4. */
  HYLA_LATENCY_QUANTITY_ANY = 0,
  /** One way. */
  HYLA_LATENCY_QUANTITY_ONE_WAY = 1,
  /** Round trip. */
  HYLA_LATENCY_QUANTITY_ROUND_TRIP = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_latency_quantity hyla_latency_quantity;
#else
typedef int32_t hyla_latency_quantity;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Whether an answer is reliable. */
enum hyla_latency_validity
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /** There is no estimate, for the reason given. */
  HYLA_LATENCY_VALIDITY_UNKNOWN = 0,
  /** The estimate rests on an older state, for the reason given. */
  HYLA_LATENCY_VALIDITY_STALE = 1,
  /** The estimate rests on the present state. */
  HYLA_LATENCY_VALIDITY_FRESH = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hyla_latency_validity hyla_latency_validity;
#else
typedef int32_t hyla_latency_validity;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/** Text in UTF-8 that belongs to the caller. A zero byte follows it, which `length` does not count. */
typedef struct {
  char *data;
  size_t length;
} hyla_owned_text;

/** Handles in ascending order that belong to the caller. */
typedef struct {
  uint64_t *data;
  size_t length;
} hyla_owned_handles;

/** A dimension. */
typedef uint64_t hyla_dimension_handle;

/** The range of a region along one of its dimensions: from `lower` up to, but without, `upper`. */
typedef struct {
  /** The dimension. */
  hyla_dimension_handle dimension;
  /** The first number of the range. */
  uint32_t lower;
  /** The first number after the range. */
  uint32_t upper;
} hyla_range;

/** The ranges of a region, in order of dimension, that belong to the caller. */
typedef struct {
  hyla_range *data;
  size_t length;
} hyla_owned_ranges;

/** Outcome of connecting for the configuration (2025); belongs to the caller. */
typedef struct {
  /** Whether the named configuration is in force. */
  bool configuration_used;
  /** Whether the address given is the one connected to. */
  bool address_used;
  /** Outcome of the additional settings. */
  hyla_additional_settings_result_code additional_settings_result;
  /** More about it, for a person to read. */
  hyla_owned_text message;
} hyla_owned_configuration_result;

/** Text in UTF-8, without a zero byte at its end. `data` may be null if `length` is 0, here and in all lists. */
typedef struct {
  const char *data;
  size_t length;
} hyla_text;

/**
 * An RTI ambassador: a number that is passed by value. Zero is none. A number that was freed, or that nobody
 * gave out, is refused with `HYLA_RTI_INTERNAL_ERROR`.
 */
typedef struct {
  /** The number. */
  uint64_t id;
} hyla_rti;

/** A federation execution. */
typedef struct {
  /** Name of the execution. */
  hyla_text federation_execution_name;
  /** Name of its time representation. */
  hyla_text logical_time_implementation_name;
} hyla_federation_execution;

/** Federation executions. */
typedef struct {
  const hyla_federation_execution *data;
  size_t length;
} hyla_federation_executions;

/** A joined federate (2025). */
typedef struct {
  /** Name of the federate. */
  hyla_text federate_name;
  /** Type of the federate. */
  hyla_text federate_type;
} hyla_federation_execution_member;

/** Joined federates (2025). */
typedef struct {
  const hyla_federation_execution_member *data;
  size_t length;
} hyla_federation_execution_members;

/** Bytes: a tag, a value, an encoded handle. */
typedef struct {
  const uint8_t *data;
  size_t length;
} hyla_bytes;

/** Handles of one kind. As a set they may come in any order and more than once. */
typedef struct {
  const uint64_t *data;
  size_t length;
} hyla_handles;

/** A point of logical time: a signed number, or the bits of a double, by its representation. */
typedef struct {
  /** How to read the bits. */
  hyla_time_representation representation;
  /** The value. */
  uint64_t bits;
} hyla_time;

/** A joined federate. */
typedef uint64_t hyla_federate_handle;

/** How far one federate is in a save. */
typedef struct {
  /** The federate. */
  hyla_federate_handle federate;
  /** How far it is. */
  hyla_save_status status;
} hyla_federate_save_status;

/** How far each federate is in a save. */
typedef struct {
  const hyla_federate_save_status *data;
  size_t length;
} hyla_federate_save_statuses;

/** How far one federate is in a restore. */
typedef struct {
  /** Its handle before the restore. */
  hyla_federate_handle pre_restore_handle;
  /** Its handle after the restore; the same as before while no restore is going on. */
  hyla_federate_handle post_restore_handle;
  /** How far it is. */
  hyla_restore_status status;
} hyla_federate_restore_status;

/** How far each federate is in a restore. */
typedef struct {
  const hyla_federate_restore_status *data;
  size_t length;
} hyla_federate_restore_statuses;

/** An object class. */
typedef uint64_t hyla_object_class_handle;

/** An interaction class. */
typedef uint64_t hyla_interaction_class_handle;

/** Texts: names, or designators of FOM modules. */
typedef struct {
  const hyla_text *data;
  size_t length;
} hyla_texts;

/** An object instance. */
typedef uint64_t hyla_object_instance_handle;

/** The value of an attribute or a parameter. */
typedef struct {
  /** The attribute or parameter. */
  uint64_t handle;
  /** Its value. */
  hyla_bytes bytes;
} hyla_value;

/** Values of attributes or of parameters. */
typedef struct {
  const hyla_value *data;
  size_t length;
} hyla_values;

/** A transportation type. */
typedef uint64_t hyla_transportation_type_handle;

/** A message that may still be retracted. */
typedef uint64_t hyla_message_retraction_handle;

/** Supplemental data of reflections, interactions and removals. */
typedef struct {
  /** Tag of the sender. */
  hyla_bytes tag;
  /** Transportation type it was sent with. */
  hyla_transportation_type_handle transportation;
  /** The sender; 0 if it was the RTI, or if the federate (2010) has not asked for it. */
  hyla_federate_handle producer;
  /** Time that the sender gave; null if none. */
  const hyla_time *time;
  /** Order in which it was sent. */
  hyla_order_type sent_order;
  /** Order in which it is received. */
  hyla_order_type received_order;
  /**
   * Regions that it was sent with; null if the federate does not want to know. `hyla_region_ranges` has their
   * ranges.
   */
  const hyla_handles *sent_regions;
  /** Handle for a later retraction; null unless it was sent in time-stamp order. */
  const hyla_message_retraction_handle *retraction;
} hyla_delivery;

/** An attribute. */
typedef uint64_t hyla_attribute_handle;

/**
 * Callbacks of a federate: one function for each callback of the standard. Null stands for callbacks that are
 * not wanted.
 *
 * Callbacks of one ambassador never run at the same time. With `HLA_EVOKED` they run on the thread that
 * evokes, with `HLA_IMMEDIATE` on a thread of Hyla. Services may be called from inside but for connect,
 * disconnect, join, resign and evoke. Borrowed arguments are valid until the callback returns: copy data that outlives
 * it. A callback must return: no C++ exception and no longjmp may leave it.
 */
typedef struct {
  /**
   * `sizeof(hyla_federate_ambassador)` where the program was compiled: later versions may have further
   * callbacks at the end.
   */
  size_t size;
  /** The first argument of each callback. */
  void *context;
  /**
   * No callback comes any more: `context` may be freed. Called once for each connect, also for one that
   * fails; then before it returns.
   */
  void (*dropped)(void *context);
  /** `connectionLost` (4.4). The connection is gone; connect again to go on. */
  void (*connection_lost)(void *context, hyla_text fault_description);
  /** `reportFederationExecutions` (4.8). */
  void (*report_federation_executions)(void *context, hyla_federation_executions report);
  /** `reportFederationExecutionMembers` (4.10, 2025). */
  void (*report_federation_execution_members)(void *context,
                                              hyla_text federation_name,
                                              hyla_federation_execution_members report);
  /** `reportFederationExecutionDoesNotExist` (4.10, 2025). */
  void (*report_federation_execution_does_not_exist)(void *context, hyla_text federation_name);
  /** `federateResigned` (4.13, 2025). The RTI or another federate removed this one. */
  void (*federate_resigned)(void *context, hyla_text reason_for_resign_description);
  /** `synchronizationPointRegistrationSucceeded` (4.12 in 2010, 4.15 in 2025). */
  void (*synchronization_point_registration_succeeded)(void *context, hyla_text synchronization_point_label);
  /** `synchronizationPointRegistrationFailed` (4.12 in 2010, 4.15 in 2025). */
  void (*synchronization_point_registration_failed)(void *context,
                                                    hyla_text synchronization_point_label,
                                                    hyla_synchronization_point_failure_reason reason);
  /** `announceSynchronizationPoint` (4.13 in 2010, 4.16 in 2025). */
  void (*announce_synchronization_point)(void *context,
                                         hyla_text synchronization_point_label,
                                         hyla_bytes user_supplied_tag);
  /**
   * `federationSynchronized` (4.15 in 2010, 4.18 in 2025). The set holds the federates that reported no
   * success.
   */
  void (*federation_synchronized)(void *context,
                                  hyla_text synchronization_point_label,
                                  hyla_handles failed_to_sync_set);
  /** `initiateFederateSave` (4.17 in 2010, 4.20 in 2025). With a time if the save was requested with one. */
  void (*initiate_federate_save)(void *context, hyla_text label, const hyla_time *time);
  /** `federationSaved` (4.20 in 2010, 4.23 in 2025). */
  void (*federation_saved)(void *context);
  /** `federationNotSaved` (4.20 in 2010, 4.23 in 2025). */
  void (*federation_not_saved)(void *context, hyla_save_failure_reason reason);
  /** `federationSaveStatusResponse` (4.23 in 2010, 4.26 in 2025). */
  void (*federation_save_status_response)(void *context, hyla_federate_save_statuses response);
  /** `requestFederationRestoreSucceeded` (4.25 in 2010, 4.28 in 2025). */
  void (*request_federation_restore_succeeded)(void *context, hyla_text label);
  /** `requestFederationRestoreFailed` (4.25 in 2010, 4.28 in 2025). */
  void (*request_federation_restore_failed)(void *context, hyla_text label);
  /** `federationRestoreBegun` (4.26 in 2010, 4.29 in 2025). */
  void (*federation_restore_begun)(void *context);
  /** `initiateFederateRestore` (4.27 in 2010, 4.30 in 2025). Name and handle are those after the restore. */
  void (*initiate_federate_restore)(void *context,
                                    hyla_text label,
                                    hyla_text federate_name,
                                    hyla_federate_handle post_restore_federate_handle);
  /** `federationRestored` (4.29 in 2010, 4.32 in 2025). */
  void (*federation_restored)(void *context);
  /** `federationNotRestored` (4.29 in 2010, 4.32 in 2025). */
  void (*federation_not_restored)(void *context, hyla_restore_failure_reason reason);
  /** `federationRestoreStatusResponse` (4.32 in 2010, 4.35 in 2025). */
  void (*federation_restore_status_response)(void *context, hyla_federate_restore_statuses response);
  /** `startRegistrationForObjectClass` (5.10 in 2010, 5.14 in 2025). */
  void (*start_registration_for_object_class)(void *context, hyla_object_class_handle object_class);
  /** `stopRegistrationForObjectClass` (5.11 in 2010, 5.15 in 2025). */
  void (*stop_registration_for_object_class)(void *context, hyla_object_class_handle object_class);
  /** `turnInteractionsOn` (5.12 in 2010, 5.16 in 2025). */
  void (*turn_interactions_on)(void *context, hyla_interaction_class_handle interaction_class);
  /** `turnInteractionsOff` (5.13 in 2010, 5.17 in 2025). */
  void (*turn_interactions_off)(void *context, hyla_interaction_class_handle interaction_class);
  /** `objectInstanceNameReservationSucceeded` (6.3). */
  void (*object_instance_name_reservation_succeeded)(void *context, hyla_text object_instance_name);
  /** `objectInstanceNameReservationFailed` (6.3). */
  void (*object_instance_name_reservation_failed)(void *context, hyla_text object_instance_name);
  /** `multipleObjectInstanceNameReservationSucceeded` (6.6). */
  void (*multiple_object_instance_name_reservation_succeeded)(void *context, hyla_texts object_instance_names);
  /** `multipleObjectInstanceNameReservationFailed` (6.6). */
  void (*multiple_object_instance_name_reservation_failed)(void *context, hyla_texts object_instance_names);
  /**
   * `discoverObjectInstance` (6.9). The producing federate is absent for a federate of 2010 that does not
   * convey it. `producing_federate` is 0 then.
   */
  void (*discover_object_instance)(void *context,
                                   hyla_object_instance_handle object_instance,
                                   hyla_object_class_handle object_class,
                                   hyla_text object_instance_name,
                                   hyla_federate_handle producing_federate);
  /** `reflectAttributeValues` (6.11). */
  void (*reflect_attribute_values)(void *context,
                                   hyla_object_instance_handle object_instance,
                                   hyla_values attribute_values,
                                   const hyla_delivery *delivery);
  /** `receiveInteraction` (6.13). */
  void (*receive_interaction)(void *context,
                              hyla_interaction_class_handle interaction_class,
                              hyla_values parameter_values,
                              const hyla_delivery *delivery);
  /** `receiveDirectedInteraction` (6.15, 2025). */
  void (*receive_directed_interaction)(void *context,
                                       hyla_interaction_class_handle interaction_class,
                                       hyla_object_instance_handle object_instance,
                                       hyla_values parameter_values,
                                       const hyla_delivery *delivery);
  /**
   * `removeObjectInstance` (6.15 in 2010, 6.17 in 2025). Its name and class can be asked until the
   * callback returns.
   */
  void (*remove_object_instance)(void *context,
                                 hyla_object_instance_handle object_instance,
                                 const hyla_delivery *delivery);
  /** `attributesInScope` (6.17 in 2010, 6.19 in 2025). */
  void (*attributes_in_scope)(void *context, hyla_object_instance_handle object_instance, hyla_handles attributes);
  /** `attributesOutOfScope` (6.18 in 2010, 6.20 in 2025). */
  void (*attributes_out_of_scope)(void *context, hyla_object_instance_handle object_instance, hyla_handles attributes);
  /** `provideAttributeValueUpdate` (6.20 in 2010, 6.22 in 2025). */
  void (*provide_attribute_value_update)(void *context,
                                         hyla_object_instance_handle object_instance,
                                         hyla_handles attributes,
                                         hyla_bytes user_supplied_tag);
  /**
   * `turnUpdatesOnForObjectInstance` (6.21 in 2010, 6.23 in 2025). Without a designator every update is
   * wanted.
   */
  void (*turn_updates_on_for_object_instance)(void *context,
                                              hyla_object_instance_handle object_instance,
                                              hyla_handles attributes,
                                              const hyla_text *update_rate_designator);
  /** `turnUpdatesOffForObjectInstance` (6.22 in 2010, 6.24 in 2025). */
  void (*turn_updates_off_for_object_instance)(void *context,
                                               hyla_object_instance_handle object_instance,
                                               hyla_handles attributes);
  /** `confirmAttributeTransportationTypeChange` (6.24 in 2010, 6.26 in 2025). */
  void (*confirm_attribute_transportation_type_change)(void *context,
                                                       hyla_object_instance_handle object_instance,
                                                       hyla_handles attributes,
                                                       hyla_transportation_type_handle transportation_type);
  /** `reportAttributeTransportationType` (6.26 in 2010, 6.29 in 2025). */
  void (*report_attribute_transportation_type)(void *context,
                                               hyla_object_instance_handle object_instance,
                                               hyla_attribute_handle attribute,
                                               hyla_transportation_type_handle transportation_type);
  /** `confirmInteractionTransportationTypeChange` (6.28 in 2010, 6.31 in 2025). */
  void (*confirm_interaction_transportation_type_change)(void *context,
                                                         hyla_interaction_class_handle interaction_class,
                                                         hyla_transportation_type_handle transportation_type);
  /** `reportInteractionTransportationType` (6.30 in 2010, 6.33 in 2025). */
  void (*report_interaction_transportation_type)(void *context,
                                                 hyla_federate_handle federate,
                                                 hyla_interaction_class_handle interaction_class,
                                                 hyla_transportation_type_handle transportation_type);
  /** `requestAttributeOwnershipAssumption` (7.4). */
  void (*request_attribute_ownership_assumption)(void *context,
                                                 hyla_object_instance_handle object_instance,
                                                 hyla_handles offered_attributes,
                                                 hyla_bytes user_supplied_tag);
  /**
   * `requestDivestitureConfirmation` (7.5). The tag is that of the federate that acquires the attributes
   * (2025), empty in 2010.
   */
  void (*request_divestiture_confirmation)(void *context,
                                           hyla_object_instance_handle object_instance,
                                           hyla_handles released_attributes,
                                           hyla_bytes user_supplied_tag);
  /**
   * `attributeOwnershipAcquisitionNotification` (7.7). The federate owns the attributes from this callback
   * on.
   */
  void (*attribute_ownership_acquisition_notification)(void *context,
                                                       hyla_object_instance_handle object_instance,
                                                       hyla_handles secured_attributes,
                                                       hyla_bytes user_supplied_tag);
  /** `attributeOwnershipUnavailable` (7.10). The tag is empty in 2010. */
  void (*attribute_ownership_unavailable)(void *context,
                                          hyla_object_instance_handle object_instance,
                                          hyla_handles attributes,
                                          hyla_bytes user_supplied_tag);
  /** `requestAttributeOwnershipRelease` (7.11). */
  void (*request_attribute_ownership_release)(void *context,
                                              hyla_object_instance_handle object_instance,
                                              hyla_handles candidate_attributes,
                                              hyla_bytes user_supplied_tag);
  /** `confirmAttributeOwnershipAcquisitionCancellation` (7.16). */
  void (*confirm_attribute_ownership_acquisition_cancellation)(void *context,
                                                               hyla_object_instance_handle object_instance,
                                                               hyla_handles attributes);
  /** `informAttributeOwnership` (7.18). In 2010 one callback for each attribute. */
  void (*inform_attribute_ownership)(void *context,
                                     hyla_object_instance_handle object_instance,
                                     hyla_handles attributes,
                                     hyla_federate_handle owner);
  /** `attributeIsNotOwned` (7.18). In 2010 one callback for each attribute. */
  void (*attribute_is_not_owned)(void *context, hyla_object_instance_handle object_instance, hyla_handles attributes);
  /** `attributeIsOwnedByRTI` (7.18). In 2010 one callback for each attribute. */
  void (*attribute_is_owned_by_rti)(void *context,
                                    hyla_object_instance_handle object_instance,
                                    hyla_handles attributes);
  /** `timeRegulationEnabled` (8.3). */
  void (*time_regulation_enabled)(void *context, hyla_time time);
  /** `timeConstrainedEnabled` (8.6). */
  void (*time_constrained_enabled)(void *context, hyla_time time);
  /** `flushQueueGrant` (8.13, 2025). */
  void (*flush_queue_grant)(void *context, hyla_time time, hyla_time optimistic_time);
  /** `timeAdvanceGrant` (8.13 in 2010, 8.14 in 2025). */
  void (*time_advance_grant)(void *context, hyla_time time);
  /**
   * `requestRetraction` (8.22 in 2010, 8.23 in 2025). The message of this handle, which was delivered, no
   * longer counts.
   */
  void (*request_retraction)(void *context, hyla_message_retraction_handle retraction);
  /**
   * Not of the standard: a message of the federate came so many seconds later than the deadline of its
   * transportation type's profile allows. The message itself follows.
   */
  void (*late_message)(void *context, hyla_federate_handle federate, hyla_text profile, double late_by);
} hyla_federate_ambassador;

/** RTI and settings of a connect (2025). Empty texts ask for nothing. */
typedef struct {
  /** Name of a configuration that the RTI keeps. */
  hyla_text configuration_name;
  /** Address of the RTI. */
  hyla_text rti_address;
  /** Settings: `key = value` pairs separated by `;`. */
  hyla_text additional_settings;
} hyla_configuration;

/** Proof of who connects (2025): a type and bytes that an authorizer of that type understands. */
typedef struct {
  /** `HLAnoCredentials`, `HLAplainTextPassword` or another. */
  hyla_text type_name;
  /** Content, in the encoding of that type. */
  hyla_bytes data;
} hyla_credentials;

/** A FOM module or MIM whose content the federate has, not a file. */
typedef struct {
  /** Its name in reports and messages. */
  hyla_text designator;
  /** The object model file, or the archive that holds it. */
  hyla_bytes content;
} hyla_module;

/** FOM modules whose content the federate has. */
typedef struct {
  const hyla_module *data;
  size_t length;
} hyla_modules;

/** A distance of logical time, written as `hyla_time` is. */
typedef struct {
  /** How to read the bits. */
  hyla_time_representation representation;
  /** The value. */
  uint64_t bits;
} hyla_interval;

/** A region. */
typedef uint64_t hyla_region_handle;

/** Attributes, and the regions that go with each of them. */
typedef struct {
  /** The attributes. */
  hyla_handles attributes;
  /** The regions. */
  hyla_handles regions;
} hyla_attributes_and_regions;

/** Pairs of attributes and regions. */
typedef struct {
  const hyla_attributes_and_regions *data;
  size_t length;
} hyla_attribute_region_pairs;

/** A parameter. */
typedef uint64_t hyla_parameter_handle;

/** A range along a dimension: from `lower` up to, but without, `upper`. */
typedef struct {
  /** The first number of the range. */
  uint32_t lower;
  /** The first number after the range. */
  uint32_t upper;
} hyla_range_bounds;

/** A question about the latency of messages to another federate. */
typedef struct {
  /** The receiver; 0 for the RTI. */
  hyla_federate_handle peer;
  /** Transportation type of the messages; `stream` for the channel that each pair of federates has. */
  hyla_text profile;
  /** Bytes of the values of a message. */
  uint32_t bytes;
  /** Quality of service from 1 to 5: mean and bound from a profile, mean and bound measured, live bound. */
  uint32_t qos;
  /** Share of the messages in per cent, from 50 to 99.99, that a bound (2, 4 and 5) shall hold for; 0 for a mean. */
  double hardness;
  /** One way or round trip. */
  hyla_latency_quantity quantity;
} hyla_latency_question;

/**
 * What is known of a latency; belongs to the caller. Numbers that are unknown, and an upper end that does not exist,
 * are not a number (NaN).
 */
typedef struct {
  /** Whether it is reliable. */
  hyla_latency_validity validity;
  /** One way or round trip. */
  hyla_latency_quantity quantity;
  /** Mean or bound, in microseconds. */
  double estimate_us;
  /** Lower end of the 95 % interval. */
  double low_us;
  /** Upper end. */
  double high_us;
  /** Whether a measurement for a better answer runs or waits for its budget. */
  bool updating;
  /** Age of the measurement or of the last sample, in seconds. */
  double age_s;
  /** Messages that the estimate rests on. */
  uint64_t samples;
  /** Samples so far of a live bound that accompanied messages of this federate; the others were probes. */
  uint64_t from_messages;
  /** Bytes that measurements for such questions have sent, in both directions. */
  uint64_t spent_bytes;
  /** Busy share of the busier port between the two hosts, from 0 to 1. */
  double port_load;
  /** Share of all messages for which a live bound held. */
  double covered;
  /** The same of the last messages. */
  double covered_lately;
  /** Half of the range of the offset between the clocks of both hosts, in microseconds; it is part of the interval. */
  double clock_error_us;
  /** Why it is not fresh; empty if it is. */
  hyla_owned_text reason;
} hyla_owned_latency;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/** Frees a text that a function gave away. One that is null is left alone. */
void hyla_owned_text_free(hyla_owned_text text);

/** Frees handles that a function gave away. A list that is null is left alone. */
void hyla_owned_handles_free(hyla_owned_handles handles);

/** Frees ranges that a function gave away. A list that is null is left alone. */
void hyla_owned_ranges_free(hyla_owned_ranges ranges);

/** Frees what belongs to a result that a function gave away. A zeroed one is left alone. */
void hyla_owned_configuration_result_free(hyla_owned_configuration_result result);

/**
 * The words of the last failure of the calling thread; empty if there was none. Valid until the thread
 * calls another function of Hyla.
 */
hyla_text hyla_last_message(void);

/**
 * The standard's name of an exception, ended by a zero byte; valid for ever. A number that is no exception
 * has the name `unknown exception`.
 */
const char *hyla_exception_name(hyla_exception exception);

/**
 * Makes an ambassador for a federate that uses this edition; it is not connected.
 *
 * Services may be called from any thread, and from inside callbacks but for connect, disconnect, join, resign
 * and evoke. What a service refuses it refuses as a whole: on an exception nothing has changed. Every service
 * may give `HYLA_RTI_INTERNAL_ERROR`; services of a joined federate `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`,
 * `HYLA_NOT_CONNECTED`, `HYLA_SAVE_IN_PROGRESS` and `HYLA_RESTORE_IN_PROGRESS`.
 */
hyla_exception hyla_rti_new(hyla_edition edition, hyla_rti *out);

/**
 * Frees an ambassador; its number means nothing from now on. A connection ends as if it were lost: a
 * federate that is still joined is resigned by its automatic directive. Calls in progress on other threads
 * end well or are refused, as when another thread disconnects.
 */
hyla_exception hyla_rti_free(hyla_rti rti);

/** The edition that the ambassador was made for. */
hyla_exception hyla_rti_edition(hyla_rti rti, hyla_edition *out);

/**
 * `connect` (4.2) with a settings string: `key = value` pairs separated by `;` that override `hyla.toml` and the
 * `HYLA_*` variables. The empty string means none. The settings `rti.user` and `rti.password_file` say with which
 * credentials. A null `ambassador` listens to nothing. The table is copied; its `dropped` is called also if
 * connecting fails.
 *
 * Errors: `HYLA_ALREADY_CONNECTED`, `HYLA_CONNECTION_FAILED`, `HYLA_UNSUPPORTED_CALLBACK_MODEL`,
 * `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`; `HYLA_UNAUTHORIZED` and `HYLA_INVALID_CREDENTIALS` (2025; in 2010
 * the connection has failed); `HYLA_INVALID_LOCAL_SETTINGS_DESIGNATOR` (2010) for settings that do not parse;
 * `HYLA_RTI_INTERNAL_ERROR` if `log.file` cannot be written.
 */
hyla_exception hyla_connect(hyla_rti rti,
                            const hyla_federate_ambassador *ambassador,
                            hyla_callback_model model,
                            hyla_text settings);

/**
 * `connect` (4.2, 2025) with a configuration and, if the RTI asks for them, credentials; null stands for those of
 * the settings, and `HLAnoCredentials` for none, independent of the settings. The result, which is to be freed, has the
 * part of the configuration that was used; settings that do not parse are no error there. For `ambassador` see
 * `hyla_connect`.
 *
 * Errors: `HYLA_ALREADY_CONNECTED`, `HYLA_CONNECTION_FAILED`, `HYLA_UNSUPPORTED_CALLBACK_MODEL`,
 * `HYLA_UNAUTHORIZED`, `HYLA_INVALID_CREDENTIALS`, `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`;
 * `HYLA_RTI_INTERNAL_ERROR` if `log.file` cannot be written.
 */
hyla_exception hyla_connect_with_configuration(hyla_rti rti,
                                               const hyla_federate_ambassador *ambassador,
                                               hyla_callback_model model,
                                               const hyla_configuration *configuration,
                                               const hyla_credentials *credentials,
                                               hyla_owned_configuration_result *out);

/**
 * `disconnect` (4.3). Without a connection it does nothing. Never waits for other federates.
 *
 * Errors: `HYLA_FEDERATE_IS_EXECUTION_MEMBER`, `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`.
 */
hyla_exception hyla_disconnect(hyla_rti rti);

/**
 * `createFederationExecution` (4.5) with any number of FOM modules, which are paths of files or their URLs:
 * `file:///path`, `file://localhost/path`, `file:/path`. `time` names the logical time implementation; empty means
 * `HLAfloat64Time`.
 *
 * Errors: `HYLA_FEDERATION_EXECUTION_ALREADY_EXISTS`, `HYLA_COULD_NOT_OPEN_FOM`, `HYLA_ERROR_READING_FOM`,
 * `HYLA_INVALID_FOM`, `HYLA_INCONSISTENT_FOM` (2010: `...FDD`),
 * `HYLA_COULD_NOT_CREATE_LOGICAL_TIME_FACTORY`, `HYLA_NOT_CONNECTED`.
 */
hyla_exception hyla_create_federation_execution(hyla_rti rti,
                                                hyla_text federation,
                                                hyla_texts fom_modules,
                                                hyla_text time);

/**
 * `createFederationExecutionWithMIM` (4.5): the MIM is a file that contains the standard one.
 *
 * Errors: as `hyla_create_federation_execution`, and `HYLA_DESIGNATOR_IS_HLA_STANDARD_MIM`,
 * `HYLA_COULD_NOT_OPEN_MIM`, `HYLA_ERROR_READING_MIM`, `HYLA_INVALID_MIM`.
 */
hyla_exception hyla_create_federation_execution_with_mim(hyla_rti rti,
                                                         hyla_text federation,
                                                         hyla_texts fom_modules,
                                                         hyla_text mim,
                                                         hyla_text time);

/**
 * `createFederationExecution` with modules whose content the caller has, not files.
 *
 * Errors: as `hyla_create_federation_execution`.
 */
hyla_exception hyla_create_federation_execution_from(hyla_rti rti,
                                                     hyla_text federation,
                                                     hyla_modules fom_modules,
                                                     hyla_text time);

/**
 * `createFederationExecutionWithMIM` with modules and a MIM whose content the caller has, not files.
 *
 * Errors: as `hyla_create_federation_execution_with_mim`.
 */
hyla_exception hyla_create_federation_execution_with_mim_from(hyla_rti rti,
                                                              hyla_text federation,
                                                              hyla_modules fom_modules,
                                                              hyla_module mim,
                                                              hyla_text time);

/**
 * `joinFederationExecution` in all its forms (4.9 in 2010, 4.11 in 2025). Without a name the RTI makes one.
 *
 * Errors: `HYLA_FEDERATE_ALREADY_EXECUTION_MEMBER`, `HYLA_FEDERATION_EXECUTION_DOES_NOT_EXIST`,
 * `HYLA_FEDERATE_NAME_ALREADY_IN_USE`, the errors of FOM modules,
 * `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`, `HYLA_NOT_CONNECTED`.
 */
hyla_exception hyla_join_federation_execution(hyla_rti rti,
                                              const hyla_text *name,
                                              hyla_text federate_type,
                                              hyla_text federation,
                                              hyla_texts additional_fom_modules,
                                              hyla_federate_handle *out);

/**
 * `joinFederationExecution` with modules whose content the caller has, not files.
 *
 * Errors: as `hyla_join_federation_execution`.
 */
hyla_exception hyla_join_federation_execution_from(hyla_rti rti,
                                                   const hyla_text *name,
                                                   hyla_text federate_type,
                                                   hyla_text federation,
                                                   hyla_modules additional_fom_modules,
                                                   hyla_federate_handle *out);

/**
 * `resignFederationExecution` (4.10 in 2010, 4.12 in 2025). What was sent before reaches the other
 * federates, as far as they take it within `timeout.resign_ms`; a federate that has stopped does not hold
 * this one longer.
 *
 * Errors: `HYLA_FEDERATE_OWNS_ATTRIBUTES`, `HYLA_OWNERSHIP_ACQUISITION_PENDING`,
 * `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`, `HYLA_NOT_CONNECTED`, `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`.
 */
hyla_exception hyla_resign_federation_execution(hyla_rti rti, hyla_resign_action action);

/**
 * `destroyFederationExecution` (4.6).
 *
 * Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect later, or
 * answers with the last known value.
 *
 * Errors: `HYLA_FEDERATES_CURRENTLY_JOINED`, `HYLA_FEDERATION_EXECUTION_DOES_NOT_EXIST`, `HYLA_UNAUTHORIZED`
 * (2025); and those of every service.
 */
hyla_exception hyla_destroy_federation_execution(hyla_rti rti, hyla_text federation_name);

/**
 * `listFederationExecutions` (4.7). The answer comes as a callback.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_list_federation_executions(hyla_rti rti);

/**
 * `listFederationExecutionMembers` (4.9, 2025). The answer comes as a callback.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_list_federation_execution_members(hyla_rti rti, hyla_text federation_name);

/**
 * `registerFederationSynchronizationPoint` (4.11 in 2010, 4.14 in 2025). Without a set, or with an empty
 * one, all joined federates take part, and those that join before the point is complete. The outcome comes
 * as a callback.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * `synchronization_set` may be null.
 *
 * Errors: `HYLA_INVALID_FEDERATE_HANDLE`; and those of every service.
 */
hyla_exception hyla_register_federation_synchronization_point(hyla_rti rti,
                                                              hyla_text synchronization_point_label,
                                                              hyla_bytes user_supplied_tag,
                                                              const hyla_handles *synchronization_set);

/**
 * `synchronizationPointAchieved` (4.14 in 2010, 4.17 in 2025). A label that was not announced to this
 * federate, or that it has achieved already, is refused.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_SYNCHRONIZATION_POINT_LABEL_NOT_ANNOUNCED`; and those of every service.
 */
hyla_exception hyla_synchronization_point_achieved(hyla_rti rti,
                                                   hyla_text synchronization_point_label,
                                                   bool successfully);

/**
 * `requestFederationSave` (4.16 in 2010, 4.19 in 2025). At once or at a time. Every federate gets the
 * callback to save, the caller too. A later request replaces one that has not led to a save yet.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * `time` may be null.
 *
 * Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`,
 * `HYLA_FEDERATE_UNABLE_TO_USE_TIME`; and those of every service.
 */
hyla_exception hyla_request_federation_save(hyla_rti rti, hyla_text label, const hyla_time *time);

/**
 * `federateSaveBegun` (4.18 in 2010, 4.21 in 2025).
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_SAVE_NOT_INITIATED`; and those of every service.
 */
hyla_exception hyla_federate_save_begun(hyla_rti rti);

/**
 * `federateSaveComplete` (4.19 in 2010, 4.22 in 2025).
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_FEDERATE_HAS_NOT_BEGUN_SAVE`; and those of every service.
 */
hyla_exception hyla_federate_save_complete(hyla_rti rti);

/**
 * `federateSaveNotComplete` (4.19 in 2010, 4.22 in 2025).
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_FEDERATE_HAS_NOT_BEGUN_SAVE`; and those of every service.
 */
hyla_exception hyla_federate_save_not_complete(hyla_rti rti);

/**
 * `abortFederationSave` (4.21 in 2010, 4.24 in 2025). The RTI does not give up a save that it is storing
 * already.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_SAVE_NOT_IN_PROGRESS`; and those of every service.
 */
hyla_exception hyla_abort_federation_save(hyla_rti rti);

/**
 * `queryFederationSaveStatus` (4.22 in 2010, 4.25 in 2025). The answer comes as a callback.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_query_federation_save_status(hyla_rti rti);

/**
 * `requestFederationRestore` (4.24 in 2010, 4.27 in 2025). A callback says whether it is granted: if there
 * is such a save of this federation, and as many federates of each type are joined as were saved.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_request_federation_restore(hyla_rti rti, hyla_text label);

/**
 * `federateRestoreComplete` (4.28 in 2010, 4.31 in 2025).
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_RESTORE_NOT_REQUESTED`; and those of every service.
 */
hyla_exception hyla_federate_restore_complete(hyla_rti rti);

/**
 * `federateRestoreNotComplete` (4.28 in 2010, 4.31 in 2025).
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_RESTORE_NOT_REQUESTED`; and those of every service.
 */
hyla_exception hyla_federate_restore_not_complete(hyla_rti rti);

/**
 * `abortFederationRestore` (4.30 in 2010, 4.33 in 2025). The federation goes on as it was before.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_RESTORE_NOT_IN_PROGRESS`; and those of every service.
 */
hyla_exception hyla_abort_federation_restore(hyla_rti rti);

/**
 * `queryFederationRestoreStatus` (4.31 in 2010, 4.34 in 2025). The answer comes as a callback.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_query_federation_restore_status(hyla_rti rti);

/**
 * `publishObjectClassAttributes` (5.2). Adds to the attributes that are published at exactly this class.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_publish_object_class_attributes(hyla_rti rti,
                                                    hyla_object_class_handle object_class,
                                                    hyla_handles attributes);

/**
 * `unpublishObjectClass` (5.3). Attributes that this federate owns of its instances lose their owner.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_OWNERSHIP_ACQUISITION_PENDING`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unpublish_object_class(hyla_rti rti, hyla_object_class_handle object_class);

/**
 * `unpublishObjectClassAttributes` (5.3). Owned instances of the attributes lose their owner.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_OWNERSHIP_ACQUISITION_PENDING`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
 * `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unpublish_object_class_attributes(hyla_rti rti,
                                                      hyla_object_class_handle object_class,
                                                      hyla_handles attributes);

/**
 * `publishInteractionClass` (5.4). Interactions of exactly this class may be sent from then on.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_publish_interaction_class(hyla_rti rti, hyla_interaction_class_handle interaction_class);

/**
 * `unpublishInteractionClass` (5.5).
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unpublish_interaction_class(hyla_rti rti, hyla_interaction_class_handle interaction_class);

/**
 * `publishObjectClassDirectedInteractions` (5.6, 2025).
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_publish_object_class_directed_interactions(hyla_rti rti,
                                                               hyla_object_class_handle object_class,
                                                               hyla_handles interaction_classes);

/**
 * `unpublishObjectClassDirectedInteractions` (5.7, 2025). Without a set, all interaction classes of the
 * object class.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * `interaction_classes` may be null.
 *
 * Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unpublish_object_class_directed_interactions(hyla_rti rti,
                                                                 hyla_object_class_handle object_class,
                                                                 const hyla_handles *interaction_classes);

/**
 * `subscribeObjectClassAttributes` (5.6 in 2010, 5.8 in 2025). An empty designator asks for every update.
 * Existing instances are discovered.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`,
 * `HYLA_INVALID_UPDATE_RATE_DESIGNATOR` (2010); and those of every service.
 */
hyla_exception hyla_subscribe_object_class_attributes(hyla_rti rti,
                                                      hyla_object_class_handle object_class,
                                                      hyla_handles attributes,
                                                      hyla_activity active,
                                                      hyla_text update_rate_designator);

/**
 * `unsubscribeObjectClass` (5.7 in 2010, 5.9 in 2025). Known instances stay known.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unsubscribe_object_class(hyla_rti rti, hyla_object_class_handle object_class);

/**
 * `unsubscribeObjectClassAttributes` (5.7 in 2010, 5.9 in 2025).
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unsubscribe_object_class_attributes(hyla_rti rti,
                                                        hyla_object_class_handle object_class,
                                                        hyla_handles attributes);

/**
 * `subscribeInteractionClass` (5.8 in 2010, 5.10 in 2025).
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM`,
 * `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_subscribe_interaction_class(hyla_rti rti,
                                                hyla_interaction_class_handle interaction_class,
                                                hyla_activity active);

/**
 * `unsubscribeInteractionClass` (5.9 in 2010, 5.11 in 2025).
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unsubscribe_interaction_class(hyla_rti rti, hyla_interaction_class_handle interaction_class);

/**
 * `subscribeObjectClassDirectedInteractions` (5.12, 2025).
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_subscribe_object_class_directed_interactions(hyla_rti rti,
                                                                 hyla_object_class_handle object_class,
                                                                 hyla_handles interaction_classes,
                                                                 hyla_directed_scope universally);

/**
 * `unsubscribeObjectClassDirectedInteractions` (5.13, 2025). Without a set, all interaction classes of the
 * object class.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * `interaction_classes` may be null.
 *
 * Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unsubscribe_object_class_directed_interactions(hyla_rti rti,
                                                                   hyla_object_class_handle object_class,
                                                                   const hyla_handles *interaction_classes);

/**
 * `reserveObjectInstanceName` (6.2). The answer comes as a callback.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ILLEGAL_NAME`; and those of every service.
 */
hyla_exception hyla_reserve_object_instance_name(hyla_rti rti, hyla_text object_instance_name);

/**
 * `releaseObjectInstanceName` (6.4).
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`; and those of every service.
 */
hyla_exception hyla_release_object_instance_name(hyla_rti rti, hyla_text object_instance_name);

/**
 * `reserveMultipleObjectInstanceNames` (6.5). The answer comes as a callback.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ILLEGAL_NAME`, `HYLA_NAME_SET_WAS_EMPTY`; and those of every service.
 */
hyla_exception hyla_reserve_multiple_object_instance_names(hyla_rti rti, hyla_texts object_instance_names);

/**
 * `releaseMultipleObjectInstanceNames` (6.7). Releases all of the names or none.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`; and those of every service.
 */
hyla_exception hyla_release_multiple_object_instance_names(hyla_rti rti, hyla_texts object_instance_names);

/**
 * `registerObjectInstance` (6.8). Takes a name that was reserved before, or makes one. No round trip.
 *
 * Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
 * them cannot keep up.
 *
 * `object_instance_name` may be null.
 *
 * Errors: `HYLA_OBJECT_CLASS_NOT_PUBLISHED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`,
 * `HYLA_OBJECT_INSTANCE_NAME_IN_USE`, `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`; and those of every service.
 */
hyla_exception hyla_register_object_instance(hyla_rti rti,
                                             hyla_object_class_handle object_class,
                                             const hyla_text *object_instance_name,
                                             hyla_object_instance_handle *out);

/**
 * `updateAttributeValues` (6.10). One message for each transportation type among the attributes. Allocates
 * nothing in steady state.
 *
 * Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
 * them cannot keep up.
 *
 * `time`, `retraction` and `present` may be null.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`,
 * `HYLA_INVALID_LOGICAL_TIME`; and those of every service.
 */
hyla_exception hyla_update_attribute_values(hyla_rti rti,
                                            hyla_object_instance_handle object_instance,
                                            hyla_values attribute_values,
                                            hyla_bytes user_supplied_tag,
                                            const hyla_time *time,
                                            hyla_message_retraction_handle *retraction,
                                            bool *present);

/**
 * `sendInteraction` (6.12).
 *
 * Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
 * them cannot keep up.
 *
 * `time`, `retraction` and `present` may be null.
 *
 * Errors: `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`, `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`,
 * `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INVALID_LOGICAL_TIME`; and those of every service.
 */
hyla_exception hyla_send_interaction(hyla_rti rti,
                                     hyla_interaction_class_handle interaction_class,
                                     hyla_values parameter_values,
                                     hyla_bytes user_supplied_tag,
                                     const hyla_time *time,
                                     hyla_message_retraction_handle *retraction,
                                     bool *present);

/**
 * `sendDirectedInteraction` (6.14, 2025).
 *
 * Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
 * them cannot keep up.
 *
 * `time`, `retraction` and `present` may be null.
 *
 * Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`,
 * `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`,
 * `HYLA_INVALID_LOGICAL_TIME`; and those of every service.
 */
hyla_exception hyla_send_directed_interaction(hyla_rti rti,
                                              hyla_interaction_class_handle interaction_class,
                                              hyla_object_instance_handle object_instance,
                                              hyla_values parameter_values,
                                              hyla_bytes user_supplied_tag,
                                              const hyla_time *time,
                                              hyla_message_retraction_handle *retraction,
                                              bool *present);

/**
 * `deleteObjectInstance` (6.14 in 2010, 6.16 in 2025).
 *
 * Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
 * them cannot keep up.
 *
 * `time`, `retraction` and `present` may be null.
 *
 * Errors: `HYLA_DELETE_PRIVILEGE_NOT_HELD`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_INVALID_LOGICAL_TIME`;
 * and those of every service.
 */
hyla_exception hyla_delete_object_instance(hyla_rti rti,
                                           hyla_object_instance_handle object_instance,
                                           hyla_bytes user_supplied_tag,
                                           const hyla_time *time,
                                           hyla_message_retraction_handle *retraction,
                                           bool *present);

/**
 * `localDeleteObjectInstance` (6.16 in 2010, 6.18 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_OWNERSHIP_ACQUISITION_PENDING`, `HYLA_FEDERATE_OWNS_ATTRIBUTES`,
 * `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_local_delete_object_instance(hyla_rti rti, hyla_object_instance_handle object_instance);

/**
 * `requestAttributeValueUpdate` (6.19 in 2010, 6.21 in 2025). For one instance.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_OBJECT_CLASS_NOT_DEFINED`;
 * and those of every service.
 */
hyla_exception hyla_request_attribute_value_update(hyla_rti rti,
                                                   hyla_object_instance_handle object_instance,
                                                   hyla_handles attributes,
                                                   hyla_bytes user_supplied_tag);

/**
 * `requestAttributeValueUpdate` (6.19 in 2010, 6.21 in 2025). For all instances at or below a class.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_OBJECT_CLASS_NOT_DEFINED`;
 * and those of every service.
 */
hyla_exception hyla_request_class_attribute_value_update(hyla_rti rti,
                                                         hyla_object_class_handle object_class,
                                                         hyla_handles attributes,
                                                         hyla_bytes user_supplied_tag);

/**
 * `requestAttributeTransportationTypeChange` (6.23 in 2010, 6.25 in 2025). In force from the confirming
 * callback on.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_ALREADY_BEING_CHANGED`, `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
 * `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE` (2010:
 * `HYLA_INVALID_TRANSPORTATION_TYPE`); and those of every service.
 */
hyla_exception hyla_request_attribute_transportation_type_change(hyla_rti rti,
                                                                 hyla_object_instance_handle object_instance,
                                                                 hyla_handles attributes,
                                                                 hyla_transportation_type_handle transportation_type);

/**
 * `changeDefaultAttributeTransportationType` (6.27, 2025). For instances registered from now on.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`,
 * `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE`; and those of every service.
 */
hyla_exception hyla_change_default_attribute_transportation_type(hyla_rti rti,
                                                                 hyla_object_class_handle object_class,
                                                                 hyla_handles attributes,
                                                                 hyla_transportation_type_handle transportation_type);

/**
 * `queryAttributeTransportationType` (6.25 in 2010, 6.28 in 2025). The answer comes as a callback.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_query_attribute_transportation_type(hyla_rti rti,
                                                        hyla_object_instance_handle object_instance,
                                                        hyla_attribute_handle attribute);

/**
 * `requestInteractionTransportationTypeChange` (6.27 in 2010, 6.30 in 2025). In force from the confirming
 * callback on.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INTERACTION_CLASS_ALREADY_BEING_CHANGED`, `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`,
 * `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE` (2010:
 * `HYLA_INVALID_TRANSPORTATION_TYPE`); and those of every service.
 */
hyla_exception hyla_request_interaction_transportation_type_change(hyla_rti rti,
                                                                   hyla_interaction_class_handle interaction_class,
                                                                   hyla_transportation_type_handle transportation_type);

/**
 * `queryInteractionTransportationType` (6.29 in 2010, 6.32 in 2025). The answer comes as a callback.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_query_interaction_transportation_type(hyla_rti rti,
                                                          hyla_federate_handle federate,
                                                          hyla_interaction_class_handle interaction_class);

/**
 * `unconditionalAttributeOwnershipDivestiture` (7.2). This federate no longer owns the attributes. A
 * federate of 2010 has no tag and passes an empty one.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and
 * those of every service.
 */
hyla_exception hyla_unconditional_attribute_ownership_divestiture(hyla_rti rti,
                                                                  hyla_object_instance_handle object_instance,
                                                                  hyla_handles attributes,
                                                                  hyla_bytes user_supplied_tag);

/**
 * `negotiatedAttributeOwnershipDivestiture` (7.3). Offers the attributes, and owns them until the
 * divestiture is confirmed.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_ALREADY_BEING_DIVESTED`, `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
 * `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_negotiated_attribute_ownership_divestiture(hyla_rti rti,
                                                               hyla_object_instance_handle object_instance,
                                                               hyla_handles attributes,
                                                               hyla_bytes user_supplied_tag);

/**
 * `confirmDivestiture` (7.6). The attributes go to the federate that acquires them.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_NO_ACQUISITION_PENDING`, `HYLA_ATTRIBUTE_DIVESTITURE_WAS_NOT_REQUESTED`,
 * `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of
 * every service.
 */
hyla_exception hyla_confirm_divestiture(hyla_rti rti,
                                        hyla_object_instance_handle object_instance,
                                        hyla_handles confirmed_attributes,
                                        hyla_bytes user_supplied_tag);

/**
 * `attributeOwnershipAcquisition` (7.8). Asks the owner; a callback says when the attributes are owned here.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_PUBLISHED`, `HYLA_OBJECT_CLASS_NOT_PUBLISHED`,
 * `HYLA_FEDERATE_OWNS_ATTRIBUTES`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those
 * of every service.
 */
hyla_exception hyla_attribute_ownership_acquisition(hyla_rti rti,
                                                    hyla_object_instance_handle object_instance,
                                                    hyla_handles desired_attributes,
                                                    hyla_bytes user_supplied_tag);

/**
 * `attributeOwnershipAcquisitionIfAvailable` (7.9). Takes attributes that are unowned or being divested. A
 * federate of 2010 has no tag and passes an empty one.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_ALREADY_BEING_ACQUIRED`, `HYLA_ATTRIBUTE_NOT_PUBLISHED`,
 * `HYLA_OBJECT_CLASS_NOT_PUBLISHED`, `HYLA_FEDERATE_OWNS_ATTRIBUTES`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
 * `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_attribute_ownership_acquisition_if_available(hyla_rti rti,
                                                                 hyla_object_instance_handle object_instance,
                                                                 hyla_handles desired_attributes,
                                                                 hyla_bytes user_supplied_tag);

/**
 * `attributeOwnershipReleaseDenied` (7.12). The attributes stay owned. A federate of 2010 has no tag and
 * passes an empty one.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and
 * those of every service.
 */
hyla_exception hyla_attribute_ownership_release_denied(hyla_rti rti,
                                                       hyla_object_instance_handle object_instance,
                                                       hyla_handles attributes,
                                                       hyla_bytes user_supplied_tag);

/**
 * `attributeOwnershipDivestitureIfWanted` (7.13). Gives the attributes to federates that acquire them, and
 * returns which were given. A federate of 2010 has no tag and passes an empty one.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and
 * those of every service.
 */
hyla_exception hyla_attribute_ownership_divestiture_if_wanted(hyla_rti rti,
                                                              hyla_object_instance_handle object_instance,
                                                              hyla_handles attributes,
                                                              hyla_bytes user_supplied_tag,
                                                              hyla_owned_handles *out);

/**
 * `cancelNegotiatedAttributeOwnershipDivestiture` (7.14). The attributes stay owned.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_DIVESTITURE_WAS_NOT_REQUESTED`, `HYLA_ATTRIBUTE_NOT_OWNED`,
 * `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_cancel_negotiated_attribute_ownership_divestiture(hyla_rti rti,
                                                                      hyla_object_instance_handle object_instance,
                                                                      hyla_handles attributes);

/**
 * `cancelAttributeOwnershipAcquisition` (7.15). A callback confirms it, unless the attributes have come
 * meanwhile.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_ATTRIBUTE_ACQUISITION_WAS_NOT_REQUESTED`, `HYLA_ATTRIBUTE_ALREADY_OWNED`,
 * `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_cancel_attribute_ownership_acquisition(hyla_rti rti,
                                                           hyla_object_instance_handle object_instance,
                                                           hyla_handles attributes);

/**
 * `queryAttributeOwnership` (7.17). The answers come as callbacks. In 2010 the service is for one attribute,
 * with one callback for each.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_query_attribute_ownership(hyla_rti rti,
                                              hyla_object_instance_handle object_instance,
                                              hyla_handles attributes);

/**
 * `isAttributeOwnedByFederate` (7.19).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_is_attribute_owned_by_federate(hyla_rti rti,
                                                   hyla_object_instance_handle object_instance,
                                                   hyla_attribute_handle attribute,
                                                   bool *out);

/**
 * `enableTimeRegulation` (8.2). The callback `timeRegulationEnabled` says from which time on.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_INVALID_LOOKAHEAD`, `HYLA_IN_TIME_ADVANCING_STATE`,
 * `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_TIME_REGULATION_ALREADY_ENABLED`; and those of every
 * service.
 */
hyla_exception hyla_enable_time_regulation(hyla_rti rti, hyla_interval lookahead);

/**
 * `disableTimeRegulation` (8.4). In force at once.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_TIME_REGULATION_IS_NOT_ENABLED`; and those of every service.
 */
hyla_exception hyla_disable_time_regulation(hyla_rti rti);

/**
 * `enableTimeConstrained` (8.5). The callback `timeConstrainedEnabled` says from which time on.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_IN_TIME_ADVANCING_STATE`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`,
 * `HYLA_TIME_CONSTRAINED_ALREADY_ENABLED`; and those of every service.
 */
hyla_exception hyla_enable_time_constrained(hyla_rti rti);

/**
 * `disableTimeConstrained` (8.7). In force at once: messages that waited for their time are delivered in
 * receive order.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_TIME_CONSTRAINED_IS_NOT_ENABLED`; and those of every service.
 */
hyla_exception hyla_disable_time_constrained(hyla_rti rti);

/**
 * `timeAdvanceRequest` (8.8). Granted after all messages of that time and earlier ones, once no more can
 * come. The grant comes as a callback, never from inside this call.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
 * `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
 * every service.
 */
hyla_exception hyla_time_advance_request(hyla_rti rti, hyla_time time);

/**
 * `timeAdvanceRequestAvailable` (8.9). As `timeAdvanceRequest`, but messages of the granted time may still
 * come.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
 * `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
 * every service.
 */
hyla_exception hyla_time_advance_request_available(hyla_rti rti, hyla_time time);

/**
 * `nextMessageRequest` (8.10). Granted to the time of the next message, or to `time` if none comes until
 * then.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
 * `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
 * every service.
 */
hyla_exception hyla_next_message_request(hyla_rti rti, hyla_time time);

/**
 * `nextMessageRequestAvailable` (8.11). As `nextMessageRequest`, but messages of the granted time may still
 * come.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
 * `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
 * every service.
 */
hyla_exception hyla_next_message_request_available(hyla_rti rti, hyla_time time);

/**
 * `flushQueueRequest` (8.12). Delivers all queued messages, and grants as far as is safe now.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
 * `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
 * every service.
 */
hyla_exception hyla_flush_queue_request(hyla_rti rti, hyla_time time);

/**
 * `enableAsynchronousDelivery` (8.14 in 2010, 8.15 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_ENABLED`; and those of every service.
 */
hyla_exception hyla_enable_asynchronous_delivery(hyla_rti rti);

/**
 * `disableAsynchronousDelivery` (8.15 in 2010, 8.16 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_DISABLED`; and those of every service.
 */
hyla_exception hyla_disable_asynchronous_delivery(hyla_rti rti);

/**
 * `queryGALT` (8.16 in 2010, 8.17 in 2025). The time up to which this federate could be granted now; none if
 * no other federate regulates.
 *
 * Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect later, or
 * answers with the last known value.
 *
 * `out` and `present` may be null.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_query_galt(hyla_rti rti, hyla_time *out, bool *present);

/**
 * `queryLogicalTime` (8.17 in 2010, 8.18 in 2025). While the federate advances, the time before.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_query_logical_time(hyla_rti rti, hyla_time *out);

/**
 * `queryLITS` (8.18 in 2010, 8.19 in 2025). The least time at which a message can still be delivered; none
 * without a GALT and without a message.
 *
 * Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect later, or
 * answers with the last known value.
 *
 * `out` and `present` may be null.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_query_lits(hyla_rti rti, hyla_time *out, bool *present);

/**
 * `modifyLookahead` (8.19 in 2010, 8.20 in 2025). A smaller lookahead is reached as the federate advances.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_INVALID_LOOKAHEAD`, `HYLA_IN_TIME_ADVANCING_STATE`, `HYLA_TIME_REGULATION_IS_NOT_ENABLED`;
 * and those of every service.
 */
hyla_exception hyla_modify_lookahead(hyla_rti rti, hyla_interval lookahead);

/**
 * `queryLookahead` (8.20 in 2010, 8.21 in 2025). The lookahead in force now.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_TIME_REGULATION_IS_NOT_ENABLED`; and those of every service.
 */
hyla_exception hyla_query_lookahead(hyla_rti rti, hyla_interval *out);

/**
 * `retract` (8.21 in 2010, 8.22 in 2025).
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_MESSAGE_CAN_NO_LONGER_BE_RETRACTED`, `HYLA_INVALID_MESSAGE_RETRACTION_HANDLE`,
 * `HYLA_TIME_REGULATION_IS_NOT_ENABLED`; and those of every service.
 */
hyla_exception hyla_retract(hyla_rti rti, hyla_message_retraction_handle retraction);

/**
 * `changeAttributeOrderType` (8.23 in 2010, 8.24 in 2025). For later updates by this owner.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and
 * those of every service.
 */
hyla_exception hyla_change_attribute_order_type(hyla_rti rti,
                                                hyla_object_instance_handle object_instance,
                                                hyla_handles attributes,
                                                hyla_order_type order_type);

/**
 * `changeDefaultAttributeOrderType` (8.25, 2025). For instances registered from now on.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_change_default_attribute_order_type(hyla_rti rti,
                                                        hyla_object_class_handle object_class,
                                                        hyla_handles attributes,
                                                        hyla_order_type order_type);

/**
 * `changeInteractionOrderType` (8.24 in 2010, 8.26 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every
 * service.
 */
hyla_exception hyla_change_interaction_order_type(hyla_rti rti,
                                                  hyla_interaction_class_handle interaction_class,
                                                  hyla_order_type order_type);

/**
 * `createRegion` (9.2). Covers the whole of each dimension until other bounds are committed.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_DIMENSION_HANDLE`; and those of every service.
 */
hyla_exception hyla_create_region(hyla_rti rti, hyla_handles dimensions, hyla_region_handle *out);

/**
 * `commitRegionModifications` (9.3). Puts the bounds that were set for these regions in force, all together.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`; and those of every service.
 */
hyla_exception hyla_commit_region_modifications(hyla_rti rti, hyla_handles regions);

/**
 * `deleteRegion` (9.4).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_REGION_IN_USE_FOR_UPDATE_OR_SUBSCRIPTION`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`,
 * `HYLA_INVALID_REGION`; and those of every service.
 */
hyla_exception hyla_delete_region(hyla_rti rti, hyla_region_handle region);

/**
 * `registerObjectInstanceWithRegions` (9.5). Only federates whose subscriptions overlap discover it.
 *
 * Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
 * them cannot keep up.
 *
 * `object_instance_name` may be null.
 *
 * Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
 * `HYLA_ATTRIBUTE_NOT_PUBLISHED`, `HYLA_OBJECT_CLASS_NOT_PUBLISHED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
 * `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NAME_IN_USE`,
 * `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`; and those of every service.
 */
hyla_exception hyla_register_object_instance_with_regions(hyla_rti rti,
                                                          hyla_object_class_handle object_class,
                                                          hyla_attribute_region_pairs attributes_and_regions,
                                                          const hyla_text *object_instance_name,
                                                          hyla_object_instance_handle *out);

/**
 * `associateRegionsForUpdates` (9.6). Adds the regions to those of the attributes.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
 * `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_associate_regions_for_updates(hyla_rti rti,
                                                  hyla_object_instance_handle object_instance,
                                                  hyla_attribute_region_pairs attributes_and_regions);

/**
 * `unassociateRegionsForUpdates` (9.7). An attribute without regions has the default region.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
 * `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_unassociate_regions_for_updates(hyla_rti rti,
                                                    hyla_object_instance_handle object_instance,
                                                    hyla_attribute_region_pairs attributes_and_regions);

/**
 * `subscribeObjectClassAttributesWithRegions` (9.8). A subscription of the same attribute without regions
 * stays, and overlaps everything.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
 * `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_INVALID_UPDATE_RATE_DESIGNATOR`
 * (2010); and those of every service.
 */
hyla_exception hyla_subscribe_object_class_attributes_with_regions(hyla_rti rti,
                                                                   hyla_object_class_handle object_class,
                                                                   hyla_attribute_region_pairs attributes_and_regions,
                                                                   hyla_activity active,
                                                                   hyla_text update_rate_designator);

/**
 * `unsubscribeObjectClassAttributesWithRegions` (9.9). Removes exactly the named pairs.
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
 * `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unsubscribe_object_class_attributes_with_regions(hyla_rti rti,
                                                                     hyla_object_class_handle object_class,
                                                                     hyla_attribute_region_pairs attributes_and_regions);

/**
 * `subscribeInteractionClassWithRegions` (9.10).
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM`, `HYLA_INVALID_REGION_CONTEXT`,
 * `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`;
 * and those of every service.
 */
hyla_exception hyla_subscribe_interaction_class_with_regions(hyla_rti rti,
                                                             hyla_interaction_class_handle interaction_class,
                                                             hyla_handles regions,
                                                             hyla_activity active);

/**
 * `unsubscribeInteractionClassWithRegions` (9.11).
 *
 * Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after
 * twice `timeout.declaration_ms`; in a callback at once.
 *
 * Errors: `HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM` (2025),
 * `HYLA_INVALID_REGION_CONTEXT` (2025), `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
 * `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_unsubscribe_interaction_class_with_regions(hyla_rti rti,
                                                               hyla_interaction_class_handle interaction_class,
                                                               hyla_handles regions);

/**
 * `sendInteractionWithRegions` (9.12). Without any region nobody receives it.
 *
 * Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
 * them cannot keep up.
 *
 * `time`, `retraction` and `present` may be null.
 *
 * Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
 * `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`, `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`,
 * `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INVALID_LOGICAL_TIME`; and those of every service.
 */
hyla_exception hyla_send_interaction_with_regions(hyla_rti rti,
                                                  hyla_interaction_class_handle interaction_class,
                                                  hyla_values parameter_values,
                                                  hyla_handles regions,
                                                  hyla_bytes user_supplied_tag,
                                                  const hyla_time *time,
                                                  hyla_message_retraction_handle *retraction,
                                                  bool *present);

/**
 * `requestAttributeValueUpdateWithRegions` (9.13). Asks only owners whose update regions overlap.
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_INVALID_REGION_CONTEXT`, `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`,
 * `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_request_attribute_value_update_with_regions(hyla_rti rti,
                                                                hyla_object_class_handle object_class,
                                                                hyla_attribute_region_pairs attributes_and_regions,
                                                                hyla_bytes user_supplied_tag);

/**
 * `getFederateHandle` (10.4 in 2010, 10.2 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_NAME_NOT_FOUND`; and those of every service.
 */
hyla_exception hyla_get_federate_handle(hyla_rti rti, hyla_text federate_name, hyla_federate_handle *out);

/**
 * `getFederateName` (10.5 in 2010, 10.3 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_FEDERATE_HANDLE`, `HYLA_FEDERATE_HANDLE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_get_federate_name(hyla_rti rti, hyla_federate_handle federate, hyla_owned_text *out);

/**
 * `getObjectClassHandle` (10.6 in 2010, 10.4 in 2025). `HLAobjectRoot.` may be left out.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_NAME_NOT_FOUND`; and those of every service.
 */
hyla_exception hyla_get_object_class_handle(hyla_rti rti, hyla_text object_class_name, hyla_object_class_handle *out);

/**
 * `getObjectClassName` (10.7 in 2010, 10.5 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`; and those of every service.
 */
hyla_exception hyla_get_object_class_name(hyla_rti rti, hyla_object_class_handle object_class, hyla_owned_text *out);

/**
 * `getKnownObjectClassHandle` (10.8 in 2010, 10.6 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_get_known_object_class_handle(hyla_rti rti,
                                                  hyla_object_instance_handle object_instance,
                                                  hyla_object_class_handle *out);

/**
 * `getObjectInstanceHandle` (10.9 in 2010, 10.7 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_get_object_instance_handle(hyla_rti rti,
                                               hyla_text object_instance_name,
                                               hyla_object_instance_handle *out);

/**
 * `getObjectInstanceName` (10.10 in 2010, 10.8 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
 */
hyla_exception hyla_get_object_instance_name(hyla_rti rti,
                                             hyla_object_instance_handle object_instance,
                                             hyla_owned_text *out);

/**
 * `getAttributeHandle` (10.11 in 2010, 10.9 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_NAME_NOT_FOUND`, `HYLA_INVALID_OBJECT_CLASS_HANDLE`; and those of every service.
 */
hyla_exception hyla_get_attribute_handle(hyla_rti rti,
                                         hyla_object_class_handle object_class,
                                         hyla_text attribute_name,
                                         hyla_attribute_handle *out);

/**
 * `getAttributeName` (10.12 in 2010, 10.10 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_INVALID_ATTRIBUTE_HANDLE`, `HYLA_INVALID_OBJECT_CLASS_HANDLE`;
 * and those of every service.
 */
hyla_exception hyla_get_attribute_name(hyla_rti rti,
                                       hyla_object_class_handle object_class,
                                       hyla_attribute_handle attribute,
                                       hyla_owned_text *out);

/**
 * `getUpdateRateValue` (10.13 in 2010, 10.11 in 2025). In Hz.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_UPDATE_RATE_DESIGNATOR`; and those of every service.
 */
hyla_exception hyla_get_update_rate_value(hyla_rti rti, hyla_text update_rate_designator, double *out);

/**
 * `getUpdateRateValueForAttribute` (10.14 in 2010, 10.12 in 2025). In Hz; 0 without a limit.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`; and those of every service.
 */
hyla_exception hyla_get_update_rate_value_for_attribute(hyla_rti rti,
                                                        hyla_object_instance_handle object_instance,
                                                        hyla_attribute_handle attribute,
                                                        double *out);

/**
 * `getInteractionClassHandle` (10.15 in 2010, 10.13 in 2025). `HLAinteractionRoot.` may be left out.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_NAME_NOT_FOUND`; and those of every service.
 */
hyla_exception hyla_get_interaction_class_handle(hyla_rti rti,
                                                 hyla_text interaction_class_name,
                                                 hyla_interaction_class_handle *out);

/**
 * `getInteractionClassName` (10.16 in 2010, 10.14 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
 */
hyla_exception hyla_get_interaction_class_name(hyla_rti rti,
                                               hyla_interaction_class_handle interaction_class,
                                               hyla_owned_text *out);

/**
 * `getParameterHandle` (10.17 in 2010, 10.15 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_NAME_NOT_FOUND`, `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
 */
hyla_exception hyla_get_parameter_handle(hyla_rti rti,
                                         hyla_interaction_class_handle interaction_class,
                                         hyla_text parameter_name,
                                         hyla_parameter_handle *out);

/**
 * `getParameterName` (10.18 in 2010, 10.16 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`, `HYLA_INVALID_PARAMETER_HANDLE`,
 * `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
 */
hyla_exception hyla_get_parameter_name(hyla_rti rti,
                                       hyla_interaction_class_handle interaction_class,
                                       hyla_parameter_handle parameter,
                                       hyla_owned_text *out);

/**
 * `getOrderType` (10.19 in 2010, 10.17 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_ORDER_NAME`; and those of every service.
 */
hyla_exception hyla_get_order_type(hyla_rti rti, hyla_text order_type_name, hyla_order_type *out);

/**
 * `getOrderName` (10.20 in 2010, 10.18 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_ORDER_TYPE`; and those of every service.
 */
hyla_exception hyla_get_order_name(hyla_rti rti, hyla_order_type order_type, hyla_owned_text *out);

/**
 * `getTransportationTypeHandle` (10.21 in 2010, 10.19 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_TRANSPORTATION_NAME`; and those of every service.
 */
hyla_exception hyla_get_transportation_type_handle(hyla_rti rti,
                                                   hyla_text transportation_type_name,
                                                   hyla_transportation_type_handle *out);

/**
 * `getTransportationTypeName` (10.22 in 2010, 10.20 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE` (2010: `HYLA_INVALID_TRANSPORTATION_TYPE`); and those of
 * every service.
 */
hyla_exception hyla_get_transportation_type_name(hyla_rti rti,
                                                 hyla_transportation_type_handle transportation_type,
                                                 hyla_owned_text *out);

/**
 * `getAvailableDimensionsForObjectClass` (10.23 in 2010, 10.21 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`, `HYLA_ATTRIBUTE_NOT_DEFINED` (2010),
 * `HYLA_INVALID_ATTRIBUTE_HANDLE` (2010); and those of every service.
 */
hyla_exception hyla_get_available_dimensions_for_object_class(hyla_rti rti,
                                                              hyla_object_class_handle object_class,
                                                              hyla_owned_handles *out);

/**
 * `getAvailableDimensionsForClassAttribute` (10.23 in 2010, 10.21 in 2025). In 2010 each attribute has its
 * own dimensions.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`, `HYLA_ATTRIBUTE_NOT_DEFINED` (2010),
 * `HYLA_INVALID_ATTRIBUTE_HANDLE` (2010); and those of every service.
 */
hyla_exception hyla_get_available_dimensions_for_class_attribute(hyla_rti rti,
                                                                 hyla_object_class_handle object_class,
                                                                 hyla_attribute_handle attribute,
                                                                 hyla_owned_handles *out);

/**
 * `getAvailableDimensionsForInteractionClass` (10.24 in 2010, 10.22 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
 */
hyla_exception hyla_get_available_dimensions_for_interaction_class(hyla_rti rti,
                                                                   hyla_interaction_class_handle interaction_class,
                                                                   hyla_owned_handles *out);

/**
 * `getDimensionHandle` (10.25 in 2010, 10.23 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_NAME_NOT_FOUND`; and those of every service.
 */
hyla_exception hyla_get_dimension_handle(hyla_rti rti, hyla_text dimension_name, hyla_dimension_handle *out);

/**
 * `getDimensionName` (10.26 in 2010, 10.24 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_DIMENSION_HANDLE`; and those of every service.
 */
hyla_exception hyla_get_dimension_name(hyla_rti rti, hyla_dimension_handle dimension, hyla_owned_text *out);

/**
 * `getDimensionUpperBound` (10.27 in 2010, 10.25 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_DIMENSION_HANDLE`; and those of every service.
 */
hyla_exception hyla_get_dimension_upper_bound(hyla_rti rti, hyla_dimension_handle dimension, uint32_t *out);

/**
 * `getDimensionHandleSet` (10.28 in 2010, 10.26 in 2025). Also of a conveyed region.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_REGION`; and those of every service.
 */
hyla_exception hyla_get_dimension_handle_set(hyla_rti rti, hyla_region_handle region, hyla_owned_handles *out);

/**
 * `getRangeBounds` (10.29 in 2010, 10.27 in 2025). As last set; of a conveyed region as it was sent. The
 * last 4096 conveyed regions are remembered.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_REGION_DOES_NOT_CONTAIN_SPECIFIED_DIMENSION`, `HYLA_INVALID_REGION`; and those of every
 * service.
 */
hyla_exception hyla_get_range_bounds(hyla_rti rti,
                                     hyla_region_handle region,
                                     hyla_dimension_handle dimension,
                                     hyla_range_bounds *out);

/**
 * `setRangeBounds` (10.30 in 2010, 10.28 in 2025). In force from `commitRegionModifications` on.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_RANGE_BOUND`, `HYLA_REGION_DOES_NOT_CONTAIN_SPECIFIED_DIMENSION`,
 * `HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE`, `HYLA_INVALID_REGION`; and those of every service.
 */
hyla_exception hyla_set_range_bounds(hyla_rti rti,
                                     hyla_region_handle region,
                                     hyla_dimension_handle dimension,
                                     hyla_range_bounds range_bounds);

/**
 * `normalizeServiceGroup` (10.32 in 2010, 10.29 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_SERVICE_GROUP`; and those of every service.
 */
hyla_exception hyla_normalize_service_group(hyla_rti rti, hyla_service_group service_group, uint32_t *out);

/**
 * `normalizeFederateHandle` (10.31 in 2010, 10.30 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_FEDERATE_HANDLE`; and those of every service.
 */
hyla_exception hyla_normalize_federate_handle(hyla_rti rti, hyla_federate_handle federate, uint32_t *out);

/**
 * `normalizeObjectClassHandle` (10.31, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_OBJECT_CLASS_HANDLE`; and those of every service.
 */
hyla_exception hyla_normalize_object_class_handle(hyla_rti rti, hyla_object_class_handle object_class, uint32_t *out);

/**
 * `normalizeInteractionClassHandle` (10.32, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_INTERACTION_CLASS_HANDLE`; and those of every service.
 */
hyla_exception hyla_normalize_interaction_class_handle(hyla_rti rti,
                                                       hyla_interaction_class_handle interaction_class,
                                                       uint32_t *out);

/**
 * `normalizeObjectInstanceHandle` (10.33, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INVALID_OBJECT_INSTANCE_HANDLE`; and those of every service.
 */
hyla_exception hyla_normalize_object_instance_handle(hyla_rti rti,
                                                     hyla_object_instance_handle object_instance,
                                                     uint32_t *out);

/**
 * `getAutomaticResignDirective` (10.2 in 2010, 10.44 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_automatic_resign_directive(hyla_rti rti, hyla_resign_action *out);

/**
 * `setAutomaticResignDirective` (10.3 in 2010, 10.45 in 2025).
 *
 * Any thread, also in callbacks. Sends messages and does not wait for an answer.
 *
 * Errors: `HYLA_INVALID_RESIGN_ACTION`; and those of every service.
 */
hyla_exception hyla_set_automatic_resign_directive(hyla_rti rti, hyla_resign_action resign_action);

/**
 * `getTimeFactory`. The federation's logical time implementation.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_time_factory(hyla_rti rti, hyla_time_representation *out);

/**
 * `enableObjectClassRelevanceAdvisorySwitch` (10.33, 2010).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_ON`; and those of every service.
 */
hyla_exception hyla_enable_object_class_relevance_advisory_switch(hyla_rti rti);

/**
 * `getObjectClassRelevanceAdvisorySwitch` (10.34, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_object_class_relevance_advisory_switch(hyla_rti rti, bool *out);

/**
 * `disableObjectClassRelevanceAdvisorySwitch` (10.34, 2010).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_OFF`; and those of every service.
 */
hyla_exception hyla_disable_object_class_relevance_advisory_switch(hyla_rti rti);

/**
 * `setObjectClassRelevanceAdvisorySwitch` (10.35, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_set_object_class_relevance_advisory_switch(hyla_rti rti, bool switch_value);

/**
 * `enableAttributeRelevanceAdvisorySwitch` (10.35, 2010).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_ON`; and those of every service.
 */
hyla_exception hyla_enable_attribute_relevance_advisory_switch(hyla_rti rti);

/**
 * `getAttributeRelevanceAdvisorySwitch` (10.36, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_attribute_relevance_advisory_switch(hyla_rti rti, bool *out);

/**
 * `disableAttributeRelevanceAdvisorySwitch` (10.36, 2010).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_OFF`; and those of every service.
 */
hyla_exception hyla_disable_attribute_relevance_advisory_switch(hyla_rti rti);

/**
 * `setAttributeRelevanceAdvisorySwitch` (10.37, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_set_attribute_relevance_advisory_switch(hyla_rti rti, bool switch_value);

/**
 * `enableAttributeScopeAdvisorySwitch` (10.37, 2010).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_ON`; and those of every service.
 */
hyla_exception hyla_enable_attribute_scope_advisory_switch(hyla_rti rti);

/**
 * `getAttributeScopeAdvisorySwitch` (10.38, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_attribute_scope_advisory_switch(hyla_rti rti, bool *out);

/**
 * `disableAttributeScopeAdvisorySwitch` (10.38, 2010).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_OFF`; and those of every service.
 */
hyla_exception hyla_disable_attribute_scope_advisory_switch(hyla_rti rti);

/**
 * `setAttributeScopeAdvisorySwitch` (10.39, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_set_attribute_scope_advisory_switch(hyla_rti rti, bool switch_value);

/**
 * `enableInteractionRelevanceAdvisorySwitch` (10.39, 2010).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_ON`; and those of every service.
 */
hyla_exception hyla_enable_interaction_relevance_advisory_switch(hyla_rti rti);

/**
 * `getInteractionRelevanceAdvisorySwitch` (10.40, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_interaction_relevance_advisory_switch(hyla_rti rti, bool *out);

/**
 * `disableInteractionRelevanceAdvisorySwitch` (10.40, 2010).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_OFF`; and those of every service.
 */
hyla_exception hyla_disable_interaction_relevance_advisory_switch(hyla_rti rti);

/**
 * `setInteractionRelevanceAdvisorySwitch` (10.41, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_set_interaction_relevance_advisory_switch(hyla_rti rti, bool switch_value);

/**
 * `getConveyRegionDesignatorSetsSwitch` (10.42, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_convey_region_designator_sets_switch(hyla_rti rti, bool *out);

/**
 * `setConveyRegionDesignatorSetsSwitch` (10.43, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_set_convey_region_designator_sets_switch(hyla_rti rti, bool switch_value);

/**
 * `getServiceReportingSwitch` (10.46, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_service_reporting_switch(hyla_rti rti, bool *out);

/**
 * `setServiceReportingSwitch` (10.47, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_REPORT_SERVICE_INVOCATIONS_ARE_SUBSCRIBED`; and those of every service.
 */
hyla_exception hyla_set_service_reporting_switch(hyla_rti rti, bool switch_value);

/**
 * `getExceptionReportingSwitch` (10.48, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_exception_reporting_switch(hyla_rti rti, bool *out);

/**
 * `setExceptionReportingSwitch` (10.49, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_set_exception_reporting_switch(hyla_rti rti, bool switch_value);

/**
 * `getSendServiceReportsToFileSwitch` (10.50, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_send_service_reports_to_file_switch(hyla_rti rti, bool *out);

/**
 * `setSendServiceReportsToFileSwitch` (10.51, 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_set_send_service_reports_to_file_switch(hyla_rti rti, bool switch_value);

/**
 * `getAutoProvideSwitch` (10.52, 2025). Set for the whole federation by its object model.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_auto_provide_switch(hyla_rti rti, bool *out);

/**
 * `getDelaySubscriptionEvaluationSwitch` (10.53, 2025). Set for the whole federation by its object model.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_delay_subscription_evaluation_switch(hyla_rti rti, bool *out);

/**
 * `getAdvisoriesUseKnownClassSwitch` (10.54, 2025). Set for the whole federation by its object model.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_advisories_use_known_class_switch(hyla_rti rti, bool *out);

/**
 * `getAllowRelaxedDDMSwitch` (10.55, 2025). Set for the whole federation by its object model.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_allow_relaxed_ddm_switch(hyla_rti rti, bool *out);

/**
 * `getNonRegulatedGrantSwitch` (10.56, 2025). Set for the whole federation by its object model.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_get_non_regulated_grant_switch(hyla_rti rti, bool *out);

/**
 * `decodeFederateHandle`.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
 */
hyla_exception hyla_decode_federate_handle(hyla_rti rti, hyla_bytes encoded_value, hyla_federate_handle *out);

/**
 * `decodeObjectClassHandle`.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
 */
hyla_exception hyla_decode_object_class_handle(hyla_rti rti, hyla_bytes encoded_value, hyla_object_class_handle *out);

/**
 * `decodeInteractionClassHandle`.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
 */
hyla_exception hyla_decode_interaction_class_handle(hyla_rti rti,
                                                    hyla_bytes encoded_value,
                                                    hyla_interaction_class_handle *out);

/**
 * `decodeObjectInstanceHandle`.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
 */
hyla_exception hyla_decode_object_instance_handle(hyla_rti rti,
                                                  hyla_bytes encoded_value,
                                                  hyla_object_instance_handle *out);

/**
 * `decodeAttributeHandle`.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
 */
hyla_exception hyla_decode_attribute_handle(hyla_rti rti, hyla_bytes encoded_value, hyla_attribute_handle *out);

/**
 * `decodeParameterHandle`.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
 */
hyla_exception hyla_decode_parameter_handle(hyla_rti rti, hyla_bytes encoded_value, hyla_parameter_handle *out);

/**
 * `decodeDimensionHandle`.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
 */
hyla_exception hyla_decode_dimension_handle(hyla_rti rti, hyla_bytes encoded_value, hyla_dimension_handle *out);

/**
 * `decodeMessageRetractionHandle`.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
 */
hyla_exception hyla_decode_message_retraction_handle(hyla_rti rti,
                                                     hyla_bytes encoded_value,
                                                     hyla_message_retraction_handle *out);

/**
 * `decodeRegionHandle`.
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
 */
hyla_exception hyla_decode_region_handle(hyla_rti rti, hyla_bytes encoded_value, hyla_region_handle *out);

/**
 * `evokeCallback` (10.41 in 2010, 10.57 in 2025): delivers one callback, waiting up to `minimum` seconds
 * for it. True if more are pending. With `HLA_IMMEDIATE` it does nothing.
 *
 * Errors: `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`.
 */
hyla_exception hyla_evoke_callback(hyla_rti rti, double minimum, bool *out);

/**
 * `evokeMultipleCallbacks` (10.42 in 2010, 10.58 in 2025): delivers callbacks for at least `minimum`
 * seconds, longer while more are pending, but starts none after `maximum` seconds. True if more are pending.
 * With `HLA_IMMEDIATE` it does nothing.
 *
 * Errors: `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`.
 */
hyla_exception hyla_evoke_multiple_callbacks(hyla_rti rti, double minimum, double maximum, bool *out);

/**
 * `enableCallbacks` (10.43 in 2010, 10.59 in 2025).
 *
 * Any thread, also in callbacks. Local: sends nothing and waits for nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_enable_callbacks(hyla_rti rti);

/**
 * `disableCallbacks` (10.44 in 2010, 10.60 in 2025). Callbacks wait until they are enabled again. In the
 * immediate model a callback in progress on another thread is finished first: hold no lock that callbacks
 * take.
 *
 * Any thread, also in callbacks, where it waits for nothing. Local: sends nothing.
 *
 * Errors: only those of every service.
 */
hyla_exception hyla_disable_callbacks(hyla_rti rti);

/**
 * The ranges of a region, own or conveyed, to be freed: for callers that pass conveyed regions on by value. No
 * service of the standard, so it is not reported. Of conveyed regions the last 4096 are remembered.
 *
 * Errors: `HYLA_INVALID_REGION`.
 */
hyla_exception hyla_region_ranges(hyla_rti rti, hyla_region_handle region, hyla_owned_ranges *out);

/**
 * Whether what is sent with this transportation type always arrives: for bindings whose callers know the
 * two types of the standard alone. No service of the standard, so it is not reported, and a binding may
 * call it inside callbacks.
 *
 * Errors: `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE`; `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`.
 */
hyla_exception hyla_transportation_is_reliable(hyla_rti rti,
                                               hyla_transportation_type_handle transportation,
                                               bool *out);

/**
 * What the federation calls its logical time implementation: a name of the standard, or that of one which
 * its federates bring. A federation gets such a name when it is created with the text
 * `NAME`, U+001F, `HLAinteger64Time` (or `HLAfloat64Time`): the second says how the RTI counts. No service
 * of the standard; may be called inside callbacks.
 *
 * Errors: `HYLA_NOT_CONNECTED`, `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`.
 */
hyla_exception hyla_get_time_implementation_name(hyla_rti rti, hyla_owned_text *out);

/**
 * Says that the callback in progress on this thread fails, and why: for bindings whose federates throw exceptions, which
 * cannot pass through the C interface. Reports of services (MOM) show the callback as failed, with `FederateInternalError`. To be
 * called at the end of the callback; outside of callbacks it does nothing.
 */
hyla_exception hyla_callback_failed(hyla_text reason);

/**
 * Not of the standard: sets up the channel by which messages of the transportation type `profile` go to `peer`
 * before the first one is sent, and waits until it stands. `out` is one line on what was granted: what
 * carries it, priority, protocol modules, and how the peer reads it.
 *
 * Errors: `HYLA_FEDERATE_HANDLE_NOT_KNOWN`, `HYLA_INVALID_TRANSPORTATION_NAME`,
 * `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`; `HYLA_RTI_INTERNAL_ERROR` if the profile cannot be honoured, with
 * the reason in `hyla_last_message`.
 */
hyla_exception hyla_bind_channel(hyla_rti rti, hyla_federate_handle peer, hyla_text profile, hyla_owned_text *out);

/**
 * Not of the standard: what is known of the latency of messages to another federate, to be freed. Does not wait. A first
 * question starts to measure, and is kept for 70 s after it was last asked.
 *
 * Errors: `HYLA_NOT_CONNECTED`, `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`; `HYLA_RTI_INTERNAL_ERROR` with what is wrong with
 * the question.
 */
hyla_exception hyla_latency(hyla_rti rti,
                            hyla_latency_question asked,
                            hyla_owned_latency *out);

/** Frees what belongs to an answer that a function gave away. A zeroed one is left alone. */
void hyla_owned_latency_free(hyla_owned_latency latency);

/**
 * Lists the federation executions of the RTI: a JSON array with an object for each, to be freed.
 *
 * Errors: `HYLA_NOT_CONNECTED`; `HYLA_RTI_INTERNAL_ERROR` if there is no answer.
 */
hyla_exception hyla_status(hyla_rti rti, hyla_owned_text *out);

/**
 * Times and waits of an execution's federates: a JSON array with an object for
 * each, to be freed. A round trip to the RTI.
 *
 * Errors: `HYLA_NOT_CONNECTED`; `HYLA_RTI_INTERNAL_ERROR` if there is no such execution.
 */
hyla_exception hyla_time_status(hyla_rti rti, hyla_text federation, hyla_owned_text *out);

/**
 * Removes a federate from its execution: it is resigned by its automatic directive, gets the reason
 * (`federateResigned`, 2025), and stays connected.
 *
 * Errors: `HYLA_NOT_CONNECTED`; `HYLA_RTI_INTERNAL_ERROR` if there is no such execution or federate.
 */
hyla_exception hyla_remove_federate(hyla_rti rti, hyla_text federation, hyla_text federate, hyla_text reason);

/**
 * Messages that were not sent since the connection was made, because the federate they were meant for, or
 * the RTI, was gone before it was known here, and updates that were received long before their instance could
 * be discovered.
 */
hyla_exception hyla_dropped_messages(hyla_rti rti, uint64_t *out);

/**
 * How often each service and callback succeeded so far, and which exceptions were raised, as JSON, to be freed:
 * `{"successes": {"connect": 1}, "raised": [["connect", "AlreadyConnected"]]}`. Services that never succeeded
 * are left out.
 */
hyla_exception hyla_usage(hyla_rti rti, hyla_owned_text *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HYLA_H */
