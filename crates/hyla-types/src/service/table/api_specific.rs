//! Calls that only the language interfaces have: the time factory and decoding of handles.

use crate::service::ServiceInfo;

pub(super) const API_SPECIFIC: [ServiceInfo; 10] = table! { ApiSpecific
    GetTimeFactory ToRti {
        2010 - getTimeFactory [| member]
        2025 - getTimeFactory [FederateNotExecutionMember, NotConnected]
    }
    DecodeFederateHandle ToRti { both - - decodeFederateHandle [CouldNotDecode | member] }
    DecodeObjectClassHandle ToRti { both - - decodeObjectClassHandle [CouldNotDecode | member] }
    DecodeInteractionClassHandle ToRti {
        both - - decodeInteractionClassHandle [CouldNotDecode | member]
    }
    DecodeObjectInstanceHandle ToRti {
        both - - decodeObjectInstanceHandle [CouldNotDecode | member]
    }
    DecodeAttributeHandle ToRti { both - - decodeAttributeHandle [CouldNotDecode | member] }
    DecodeParameterHandle ToRti { both - - decodeParameterHandle [CouldNotDecode | member] }
    DecodeDimensionHandle ToRti { both - - decodeDimensionHandle [CouldNotDecode | member] }
    DecodeMessageRetractionHandle ToRti {
        both - - decodeMessageRetractionHandle [CouldNotDecode | member]
    }
    DecodeRegionHandle ToRti { both - - decodeRegionHandle [CouldNotDecode | member] }
};
