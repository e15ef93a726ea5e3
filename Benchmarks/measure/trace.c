/* trace csv|pcap PACKETS [SNAP]: a made-up trace of a phone, the same bytes every time.

   Bursts of packets of 40 to 1500 B, two down for each one up, 20 ms apart on average, and silences
   of up to a minute after one packet in fifty. The capture is Ethernet with IPv4 and UDP; of each
   packet SNAP bytes are kept (all, unless given). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADERS = 14 + 20 + 8, LARGEST = 14 + 1500 };

/* SplitMix64 (Steele, Lea and Flood, 2014). */
static uint64_t state = 1;

static uint64_t word(void) {
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

struct packet {
    uint64_t microseconds;
    unsigned bytes; /* of the IP packet */
    int is_uplink;
    unsigned host; /* which of 200 it goes to or comes from */
};

static struct packet next(const struct packet *last) {
    uint64_t draw = word();
    int is_silent = draw % 50 == 0;
    uint64_t gap = is_silent ? word() % 60000000 : word() % 40000;
    return (struct packet){
        .microseconds = last->microseconds + gap,
        .bytes = 40 + (unsigned)(word() % 1461),
        .is_uplink = draw % 3 == 0,
        .host = is_silent ? (unsigned)(word() % 200) : last->host,
    };
}

static void put_big(unsigned char *to, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(value >> 8 * (bytes - 1 - i));
}

static void write_row(const struct packet *packet) {
    printf("%llu.%06llu,%u,%s\n", (unsigned long long)(packet->microseconds / 1000000),
           (unsigned long long)(packet->microseconds % 1000000), packet->bytes,
           packet->is_uplink ? "U" : "D");
}

/* A record of a classic capture, in this machine's byte order as the file's head is. */
static void write_record(const struct packet *packet, uint32_t snap) {
    static unsigned char frame[LARGEST];
    const uint32_t phone = 0xC0A80117u, host = 0xCB007100u + packet->host; /* 203.0.113.0/24 */
    frame[12] = 8; /* Ethernet: IPv4 */
    frame[14] = 0x45;
    put_big(frame + 16, packet->bytes, 2);
    frame[22] = 64; /* hops left */
    frame[23] = 17; /* UDP */
    put_big(frame + 26, packet->is_uplink ? phone : host, 4);
    put_big(frame + 30, packet->is_uplink ? host : phone, 4);
    put_big(frame + 34, packet->is_uplink ? 40000 : 443, 2);
    put_big(frame + 36, packet->is_uplink ? 443 : 40000, 2);
    put_big(frame + 38, packet->bytes - 20, 2);
    uint32_t length = packet->bytes + 14;
    uint32_t kept = snap > 0 && snap < length ? snap : length;
    uint32_t head[4] = {1767225600u + (uint32_t)(packet->microseconds / 1000000),
                        (uint32_t)(packet->microseconds % 1000000), kept, length};
    fwrite(head, sizeof head, 1, stdout);
    fwrite(frame, kept, 1, stdout);
}

int main(int count, char **words) {
    int is_table = count > 1 && strcmp(words[1], "csv") == 0;
    int is_capture = count > 1 && strcmp(words[1], "pcap") == 0;
    long packets = count > 2 ? atol(words[2]) : 0;
    long snap = count > 3 ? atol(words[3]) : 0;
    if (!(is_table || is_capture) || packets < 1 || (snap != 0 && snap < HEADERS)) {
        fprintf(stderr, "usage: trace csv|pcap PACKETS [SNAP]   with SNAP from %d\n", HEADERS);
        return 64;
    }
    if (is_table) {
        printf("t,bytes,direction\n");
    } else {
        uint32_t head[6] = {0xA1B2C3D4u, 2 | 4 << 16, 0, 0, 65535, 1};
        fwrite(head, sizeof head, 1, stdout);
    }
    struct packet packet = {0};
    for (long i = 0; i < packets; i++) {
        packet = next(&packet);
        if (is_table)
            write_row(&packet);
        else
            write_record(&packet, (uint32_t)snap);
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 74;
}
