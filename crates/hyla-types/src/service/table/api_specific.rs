//! Calls that only the language interfaces have: the time factory and decoding of handles.

use crate::service::ServiceInfo;

pub(super) const API_SPECIFIC: [ServiceInfo; 10] = table! { ApiSpecific
    GetTimeFactory ToRti () -> LogicalTimeFactory {
        2010 - getTimeFactory [| member]
        2025 - getTimeFactory [FederateNotExecutionMember, NotConnected]
    }
    DecodeFederateHandle ToRti (encodedValue: Bytes) -> FederateHandle {
        both - - decodeFederateHandle [CouldNotDecode | member]
    }
    DecodeObjectClassHandle ToRti (encodedValue: Bytes) -> ObjectClassHandle {
        both - - decodeObjectClassHandle [CouldNotDecode | member]
    }
    DecodeInteractionClassHandle ToRti (encodedValue: Bytes) -> InteractionClassHandle {
        both - - decodeInteractionClassHandle [CouldNotDecode | member]
    }
    DecodeObjectInstanceHandle ToRti (encodedValue: Bytes) -> ObjectInstanceHandle {
        both - - decodeObjectInstanceHandle [CouldNotDecode | member]
    }
    DecodeAttributeHandle ToRti (encodedValue: Bytes) -> AttributeHandle {
        both - - decodeAttributeHandle [CouldNotDecode | member]
    }
    DecodeParameterHandle ToRti (encodedValue: Bytes) -> ParameterHandle {
        both - - decodeParameterHandle [CouldNotDecode | member]
    }
    DecodeDimensionHandle ToRti (encodedValue: Bytes) -> DimensionHandle {
        both - - decodeDimensionHandle [CouldNotDecode | member]
    }
    DecodeMessageRetractionHandle ToRti (encodedValue: Bytes) -> MessageRetractionHandle {
        both - - decodeMessageRetractionHandle [CouldNotDecode | member]
    }
    DecodeRegionHandle ToRti (encodedValue: Bytes) -> RegionHandle {
        both - - decodeRegionHandle [CouldNotDecode | member]
    }
};
