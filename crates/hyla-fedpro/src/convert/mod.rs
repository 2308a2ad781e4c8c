//! Between protobuf and `hyla-types`: handles, times, sets, exceptions.
