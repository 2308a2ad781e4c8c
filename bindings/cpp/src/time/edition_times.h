// Where the headers of logical time lie, and what the editions write differently in them.
#pragma once

#include <memory>

#include "edition.h"

#if HYLA_EDITION == 2010

#include <RTI/LogicalTime.h>
#include <RTI/LogicalTimeFactory.h>
#include <RTI/LogicalTimeInterval.h>

namespace HYLA_RTI
{
template <typename T>
using OwnedTime = std::auto_ptr<T>;

// Argument type of `decode`.
using EncodedBytes = void *;

// Result type of the assignment of any time, and of any interval, to the class.
template <typename Time>
using AssignedTime = LogicalTime;
template <typename Interval>
using AssignedInterval = LogicalTimeInterval;
}

#else

#include <RTI/libfedtime/LogicalTimeFactoryFactory.h>
#include <RTI/time/HLAlogicalTimeFactoryFactory.h>
#include <RTI/time/LogicalTime.h>
#include <RTI/time/LogicalTimeFactory.h>
#include <RTI/time/LogicalTimeInterval.h>

namespace HYLA_RTI
{
template <typename T>
using OwnedTime = std::unique_ptr<T>;

using EncodedBytes = const void *;

template <typename Time>
using AssignedTime = Time;
template <typename Interval>
using AssignedInterval = Interval;
}

#endif
