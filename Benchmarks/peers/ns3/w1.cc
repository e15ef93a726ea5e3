// Workload W1 on ns-3's core simulator: w1-ns3 shared|apart DEVICES HOURS SEED
//
// `shared` is ns-3 as it comes: all devices in one simulator, events in its default scheduler.
// `apart` is its best case here: one device after another, so that the scheduler holds few events,
// and the scheduler that is fastest then. Random numbers are the yardstick's, so residences must be
// too, but for ns-3's times being whole nanoseconds.
#include "../c/w1.h"

// w1.h's names, which ns-3's headers use for template parameters.
static constexpr double t1 = T1, t2 = T2;
#undef T1
#undef T2

#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#include "ns3/core-module.h"

using ns3::Seconds;
using ns3::Simulator;

class Device : public ns3::Object {
public:
    result totals{};

    void Start(uint64_t seed, uint64_t number) {
        keepAlives = stream_of(seed, 2 * number);
        background = stream_of(seed, 2 * number + 1);
        After(keep_alive_gap(&keepAlives), &Device::KeepAlive);
        After(exponential(&background, BACKGROUND_GAP), &Device::Background);
    }

    void Enter(enum state next) {
        ns3::Time now = Simulator::Now();
        totals.residence[state] += (now - since).GetSeconds();
        since = now;
        state = next;
    }

private:
    stream keepAlives, background;
    enum state state = IDLE;
    bool isBusy = false;
    ns3::Time since;
    ns3::EventId timer;
    std::deque<double> waiting;

    ns3::EventId After(double delay, void (Device::*what)()) {
        return Simulator::Schedule(Seconds(delay), what, this);
    }

    void KeepAlive() {
        totals.happened[KEEP_ALIVE]++;
        After(keep_alive_gap(&keepAlives), &Device::KeepAlive);
        Arrive(KEEP_ALIVE_BYTES * SECONDS_A_BYTE);
    }

    void Background() {
        totals.happened[BACKGROUND]++;
        double bytes = background_bytes(&background);
        After(exponential(&background, BACKGROUND_GAP), &Device::Background);
        Arrive(bytes * SECONDS_A_BYTE);
    }

    void Arrive(double duration) {
        if (state == IDLE) {
            Enter(PROMOTION);
            totals.promotions++;
            waiting.push_back(duration);
            After(PROMOTION_TIME, &Device::Promoted);
        } else if (state == PROMOTION || isBusy) {
            waiting.push_back(duration);
        } else {
            timer.Cancel();
            if (state == FACH) {
                Enter(DCH);
                totals.returns++;
            }
            Carry(duration);
        }
    }

    void Carry(double duration) {
        isBusy = true;
        After(duration, &Device::Transferred);
    }

    void CarryNext() {
        double duration = waiting.front();
        waiting.pop_front();
        Carry(duration);
    }

    void Promoted() {
        totals.happened[PROMOTED]++;
        Enter(DCH);
        CarryNext();
    }

    void Transferred() {
        totals.happened[TRANSFERRED]++;
        if (!waiting.empty()) return CarryNext();
        isBusy = false;
        timer = After(t1, &Device::T1Fires);
    }

    void T1Fires() {
        totals.happened[T1_FIRED]++;
        Enter(FACH);
        timer = After(t2, &Device::T2Fires);
    }

    void T2Fires() {
        totals.happened[T2_FIRED]++;
        Enter(IDLE);
    }

    friend void Simulate(uint64_t, uint64_t, uint64_t, double, result *);
};

// Devices `first` up to `end` in one simulator.
void Simulate(uint64_t seed, uint64_t first, uint64_t end, double horizon, result *all) {
    std::vector<ns3::Ptr<Device>> devices;
    for (uint64_t number = first; number < end; number++) {
        devices.push_back(ns3::CreateObject<Device>());
        devices.back()->Start(seed, number);
    }
    Simulator::Stop(Seconds(horizon));
    Simulator::Run();
    for (auto &device : devices) {
        device->Enter(device->state);
        add(all, &device->totals);
    }
    Simulator::Destroy();
}

int main(int count, char **words) {
    bool isShared = count == 5 && std::strcmp(words[1], "shared") == 0;
    bool isApart = count == 5 && std::strcmp(words[1], "apart") == 0;
    if (!isShared && !isApart) {
        std::fprintf(stderr, "usage: w1-ns3 shared|apart DEVICES HOURS SEED\n");
        return 64;
    }
    uint64_t devices = std::strtoull(words[2], nullptr, 10);
    double hours = std::atof(words[3]);
    uint64_t seed = std::strtoull(words[4], nullptr, 10);
    result all{};
    if (isShared) {
        Simulate(seed, 0, devices, hours * 3600, &all);
    } else {
        ns3::ObjectFactory scheduler;
        scheduler.SetTypeId("ns3::PriorityQueueScheduler");
        for (uint64_t number = 0; number < devices; number++) {
            Simulator::SetScheduler(scheduler);
            Simulate(seed, number, number + 1, hours * 3600, &all);
        }
    }
    print(isShared ? "ns3-shared" : "ns3-apart", &all, (long)devices, hours);
}
