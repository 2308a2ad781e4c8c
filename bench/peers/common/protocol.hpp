// Job and reports of a driver: one line of JSON each, the same as `hyla bench baseline` speaks
// (crates/hyla-bench/src/job.rs).
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace peers {

using Json = nlohmann::json;

enum class Kind { round_trip, stream, time_advance };

// What the first process of a stream does; its partners do the opposite.
enum class Role { sender, receiver };

// A job, with the fields of its kind of work.
struct Job {
    Kind kind = Kind::round_trip;
    Role role = Role::sender;
    // Whether a process that waits for a message yields its processor for a while before it sleeps.
    bool yields = false;
    unsigned processes = 2;
    std::vector<unsigned> cpus;
    std::size_t bytes = 0;
    // Round trips.
    std::uint64_t warm_up = 0;
    std::uint64_t samples = 0;
    std::uint64_t interval_us = 0;
    std::uint64_t lost_after_ms = 0;
    // Streams.
    double rate_per_s = 0;
    std::uint64_t warm_up_ms = 0;
    std::uint64_t run_ms = 0;
    std::uint64_t trace_every = 0;
    // Advances.
    std::uint64_t grants = 0;
    double step = 1;
    double lookahead = 1;
};

// Bytes that the head of a message takes; shorter values are sent with as many.
constexpr std::size_t head_bytes = 24;

inline Job read_job(std::istream& input) {
    std::string line;
    if (!std::getline(input, line)) throw std::runtime_error("the standard input ended before a job came");
    const Json json = Json::parse(line);
    if (json.at("version").get<unsigned>() != 1)
        throw std::runtime_error("the job is of version " + json.at("version").dump() + ", and this driver knows version 1");
    Job job;
    job.processes = json.at("processes").get<unsigned>();
    if (job.processes < 2) throw std::runtime_error("a job takes 2 processes or more");
    job.cpus = json.value("cpus", std::vector<unsigned>{});
    // The program is the same; the name under which it was found says how to wait.
    const std::string yielding = "-yielding";
    const std::string carrier = json.value("carrier", std::string());
    job.yields = carrier.size() > yielding.size() && carrier.compare(carrier.size() - yielding.size(), yielding.size(), yielding) == 0;
    const Json& work = json.at("work");
    const std::string kind = work.at("kind").get<std::string>();
    if (kind == "round-trip") {
        job.kind = Kind::round_trip;
        work.at("warm_up").get_to(job.warm_up);
        work.at("samples").get_to(job.samples);
        work.at("interval_us").get_to(job.interval_us);
        work.at("lost_after_ms").get_to(job.lost_after_ms);
    } else if (kind == "stream") {
        job.kind = Kind::stream;
        const std::string role = work.at("role").get<std::string>();
        if (role == "receiver")
            job.role = Role::receiver;
        else if (role != "sender")
            throw std::runtime_error("drivers of other engines know streams of one sender or one receiver, not of a " + role);
        work.at("rate_per_s").get_to(job.rate_per_s);
        work.at("warm_up_ms").get_to(job.warm_up_ms);
        work.at("run_ms").get_to(job.run_ms);
        work.at("trace_every").get_to(job.trace_every);
    } else if (kind == "time-advance") {
        job.kind = Kind::time_advance;
        work.at("warm_up").get_to(job.warm_up);
        work.at("grants").get_to(job.grants);
        work.at("step").get_to(job.step);
        work.at("lookahead").get_to(job.lookahead);
        return job;
    } else {
        throw std::runtime_error("no driver of another engine can do the work " + kind);
    }
    job.bytes = std::max(work.at("bytes").get<std::size_t>(), head_bytes);
    return job;
}

// How often each duration was seen, in nanoseconds. Buckets are at most 0.2 % wide, or one nanosecond.
class Histogram {
  public:
    void record(std::uint64_t value) { ++counts_[upper_end(value)]; }

    void add(const Json& buckets) {
        for (const Json& bucket : buckets) counts_[bucket.at(0).get<std::uint64_t>()] += bucket.at(1).get<std::uint64_t>();
    }

    std::uint64_t total() const {
        std::uint64_t sum = 0;
        for (const auto& bucket : counts_) sum += bucket.second;
        return sum;
    }

    Json json() const {
        Json buckets = Json::array();
        for (const auto& [value, count] : counts_) buckets.push_back({value, count});
        return {{"buckets", buckets}};
    }

  private:
    static std::uint64_t upper_end(std::uint64_t value) {
        unsigned shift = 0;
        while ((value >> shift) >= 1024) ++shift;
        return (((value >> shift) + 1) << shift) - 1;
    }

    std::map<std::uint64_t, std::uint64_t> counts_;
};

// Figures and histograms by name.
struct Figures {
    std::map<std::string, double> metrics;
    std::map<std::string, Histogram> histograms;

    Json json() const {
        Json all = {{"report", "done"}, {"metrics", metrics}, {"histograms", Json::object()}};
        for (const auto& [name, histogram] : histograms) all["histograms"][name] = histogram.json();
        return all;
    }
};

inline bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The figures of all processes: the middle of what is a rate of its own in each, the sum of what is counted.
inline Figures together(const std::vector<Json>& all) {
    std::map<std::string, std::vector<double>> values;
    Figures figures;
    for (const Json& one : all) {
        for (const auto& [name, value] : one.at("metrics").items()) values[name].push_back(value.get<double>());
        for (const auto& [name, value] : one.at("histograms").items()) figures.histograms[name].add(value.at("buckets"));
    }
    for (auto& [name, list] : values) {
        std::sort(list.begin(), list.end());
        const bool is_rate = ends_with(name, "_per_s") || ends_with(name, "_per_message");
        double sum = 0;
        for (double value : list) sum += value;
        const std::size_t half = list.size() / 2;
        const double median = list.size() % 2 == 1 ? list[half] : (list[half - 1] + list[half]) / 2;
        figures.metrics[name] = is_rate ? median : sum;
        if (name == "delivered_per_s" && list.size() > 1 && median > 0)
            figures.metrics["delivered_spread"] = (list.back() - list.front()) / median;
    }
    const auto lost = figures.metrics.find("lost");
    const auto delivered = figures.metrics.find("delivered");
    if (lost != figures.metrics.end() && delivered != figures.metrics.end()) {
        const double sent = lost->second + delivered->second;
        figures.metrics["lost_share"] = sent > 0 ? lost->second / sent : 0;
    }
    return figures;
}

inline void say(const Json& report) { std::cout << report.dump() << std::endl; }

inline void say_failed(const std::string& reason) { say({{"report", "failed"}, {"reason", reason}}); }

}  // namespace peers
