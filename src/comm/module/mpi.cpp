// SPDX-License-Identifier: Apache-2.0
// tutti_comm_openmpi.so and tutti_comm_mpich.so: messages of MPI as a Transport. One thread makes
// all calls of MPI, which move messages only while they run, and sleeps between them: a thread that
// spun or yielded would wait for the threads that compute.
//
// A message travels in chunks below MPI's rendezvous limit, several at a time. They are copied
// through memory owned by the thread, so that an operation can be destroyed at any time. Sends are
// synchronous: a receiver that is not ready gets no more than those chunks.
#include <mpi.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "comm/mpi_module.h"
#include "comm/thread_without_signals.h"

namespace tutti::comm {
namespace {

constexpr std::size_t kChunk = 32 << 10;  // bytes
constexpr std::size_t kAtOnce = 32;       // chunks in flight for the messages of one tag
constexpr std::chrono::microseconds kShortestPause{10}, kLongestPause{1000};

// Our tags name a collective operation and a message within it (kTagsAtOnce). MPI's tags are
// shorter and take the low bits of both: concurrent operations are never far enough apart to
// collide.
constexpr uint64_t kMessages = uint64_t{1} << 14;
constexpr uint64_t kFewestThings = 1024;

void expect(int result, const char* call) {
  if (result == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING + 1> text{};
  int length = 0;
  MPI_Error_string(result, text.data(), &length);
  throw std::runtime_error(std::string(call) + ": " + text.data());
}

/// A message that is sent or received.
struct Work {
  bool sends = false;
  int peer = 0;
  uint64_t tag = 0;
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::size_t begun = 0, done = 0;  // chunks
  // What follows is guarded by the mutex.
  bool finished = false, cancelled = false, dropped = false;
  std::string problem;

  /// An empty message has one, too.
  std::size_t chunks() const { return std::max<std::size_t>(1, (bytes + kChunk - 1) / kChunk); }
  std::size_t size_of(std::size_t chunk) const {
    return std::min(kChunk, bytes - std::min(bytes, chunk * kChunk));
  }
};

/// State shared by the threads that send and receive and the one that calls MPI.
struct Shared {
  std::mutex mutex;
  std::condition_variable wake;     // of the thread that calls MPI
  std::condition_variable changed;  // a message is finished or cancelled
  std::vector<std::shared_ptr<Work>> submitted;
  bool ends = false;
  bool ends_well = false;  // in all processes
};

class MpiOperation final : public Operation {
 public:
  MpiOperation(std::shared_ptr<Shared> shared, std::shared_ptr<Work> work)
      : shared_(std::move(shared)), work_(std::move(work)) {}
  ~MpiOperation() override {
    const std::lock_guard lock(shared_->mutex);
    work_->dropped = true;
  }

  bool wait() override {
    std::unique_lock lock(shared_->mutex);
    shared_->changed.wait(lock, [&] { return work_->finished || work_->cancelled; });
    if (!work_->finished) return false;
    if (!work_->problem.empty()) throw std::runtime_error(work_->problem);
    return true;
  }

  void cancel() override {
    const std::lock_guard lock(shared_->mutex);
    work_->cancelled = true;
    shared_->changed.notify_all();
  }

 private:
  std::shared_ptr<Shared> shared_;
  std::shared_ptr<Work> work_;
};

/// The work of the thread that calls MPI.
class MpiThread {
 public:
  MpiThread(Shared& shared, int launcher) : shared_(shared), launcher_(launcher) {}

  void begin(int rank, int size) {
    int initialized = 0, provided = 0;
    expect(MPI_Initialized(&initialized), "MPI_Initialized");
    if (initialized != 0) throw std::runtime_error("this process has begun MPI before");
    expect(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
    expect(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    int own_rank = 0, own_size = 0;
    expect(MPI_Comm_rank(MPI_COMM_WORLD, &own_rank), "MPI_Comm_rank");
    expect(MPI_Comm_size(MPI_COMM_WORLD, &own_size), "MPI_Comm_size");
    if (own_rank != rank || own_size != size)
      throw std::runtime_error("MPI says rank " + std::to_string(own_rank) + " of " +
                               std::to_string(own_size) +
                               "; begin all processes with the launcher of this MPI");
    void* limit = nullptr;
    int found = 0;
    expect(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &limit, &found), "MPI_Comm_get_attr");
    if (found != 0) things_ = static_cast<uint64_t>(*static_cast<int*>(limit)) / kMessages;
    if (things_ < kFewestThings) throw std::runtime_error("this MPI has too few tags");
    agree_on_end();
    ::prctl(PR_SET_TIMERSLACK, 1000);  // nanoseconds, for the short pauses
  }

  void run() {
    auto pause = kShortestPause;
    while (take_submitted(pause)) {
      bool moves = begin_chunks();
      moves = test_chunks() || moves;
      pause = moves ? kShortestPause : std::min(2 * pause, kLongestPause);
    }
    // If a process has failed, MPI_Finalize would wait for processes that may be gone.
    if (ends_well_) end();
  }

 private:
  struct Queue {  // of the messages of one tag, in their order
    std::deque<std::shared_ptr<Work>> works;
    std::size_t under_way = 0;
  };
  using Key = std::tuple<bool, int, uint64_t>;
  struct Chunk {
    std::shared_ptr<Work> work;
    std::size_t number = 0;
    std::vector<std::byte> bytes;
  };

  /// Waits up to `pause` for submitted messages and queues them; false when the job ends.
  bool take_submitted(std::chrono::microseconds pause) {
    std::unique_lock lock(shared_.mutex);
    if (shared_.submitted.empty() && !shared_.ends) shared_.wake.wait_for(lock, pause);
    for (auto& work : shared_.submitted)
      queues_[{work->sends, work->peer, work->tag}].works.push_back(std::move(work));
    shared_.submitted.clear();
    ends_well_ = shared_.ends && shared_.ends_well;
    return !shared_.ends;
  }

  /// All end in the same way: through PMI 1 if each can; MPICH speaks it by default.
  void agree_on_end() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    expect(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
    const int mine = std::strstr(text.data(), "--with-pmi") == nullptr ? launcher_ : -1;
    int least = 0;
    expect(MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD), "MPI_Allreduce");
    if (least < 0) launcher_ = -1;
  }

  /// Under MPICH's launcher, MPI_Finalize over TCP hangs in one run of three: UCX asks the other
  /// processes whether they have received everything, and the first ones asked already wait for the
  /// launcher and do not answer (MPICH 4.0.2, UCX 1.13). Instead we finish through PMI 1, which
  /// that launcher speaks: all wait for each other and inform it.
  void end() {
    if (launcher_ < 0 || !tells("cmd=barrier_in\n") || !tells("cmd=finalize\n")) MPI_Finalize();
  }

  /// Whether the launcher has answered a line with one of its own.
  bool tells(std::string_view line) const {
    if (::write(launcher_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
      return false;
    char byte = 0;
    while (byte != '\n')
      if (const ssize_t got = ::read(launcher_, &byte, 1); got == 0 || (got < 0 && errno != EINTR))
        return false;
    return true;
  }

  int tag_of(uint64_t tag) const {
    const uint64_t message = tag % kTagsAtOnce, thing = tag / kTagsAtOnce;
    if (message >= kMessages) throw std::runtime_error("a step has too many nodes for MPI's tags");
    // Notices, the only messages of operation 0, are always in flight.
    return static_cast<int>((thing == 0 ? 0 : 1 + thing % (things_ - 1)) * kMessages + message);
  }

  bool begin_chunks() {
    bool begun = false;
    for (auto& [key, queue] : queues_)
      for (const auto& work : queue.works)
        while (queue.under_way < kAtOnce && work->begun < work->chunks() && is_wanted(*work)) {
          begin_chunk(work);
          queue.under_way++;
          begun = true;
        }
    return begun;
  }

  /// A dropped message has no memory any more. It stays queued, because the job has failed.
  bool is_wanted(const Work& work) const {
    const std::lock_guard lock(shared_.mutex);
    return !work.dropped && work.problem.empty();
  }

  std::size_t free_place() {
    if (free_.empty()) {
      free_.push_back(chunks_.size());
      requests_.push_back(MPI_REQUEST_NULL);
      chunks_.emplace_back().bytes.resize(kChunk);
    }
    const std::size_t place = free_.back();
    free_.pop_back();
    return place;
  }

  void begin_chunk(const std::shared_ptr<Work>& work) {
    const std::size_t place = free_place();
    Chunk& chunk = chunks_[place];
    chunk.work = work;
    chunk.number = work->begun++;
    const int bytes = static_cast<int>(work->size_of(chunk.number));
    try {
      const int tag = tag_of(work->tag);
      if (!work->sends)
        expect(MPI_Irecv(chunk.bytes.data(), bytes, MPI_BYTE, work->peer, tag, MPI_COMM_WORLD,
                         &requests_[place]),
               "MPI_Irecv");
      else if (copy(*work, chunk))
        expect(MPI_Issend(chunk.bytes.data(), bytes, MPI_BYTE, work->peer, tag, MPI_COMM_WORLD,
                          &requests_[place]),
               "MPI_Issend");
    } catch (const std::runtime_error& error) {
      fail(*work, error.what());
    }
  }

  /// Copies between the message and the thread's memory; false if the message's is gone.
  bool copy(const Work& work, Chunk& chunk) {
    const std::size_t size = work.size_of(chunk.number);
    const std::lock_guard lock(shared_.mutex);
    if (work.dropped) return false;
    if (size == 0) return true;
    std::byte* const place = work.data + chunk.number * kChunk;
    work.sends ? std::memcpy(chunk.bytes.data(), place, size)
               : std::memcpy(place, chunk.bytes.data(), size);
    return true;
  }

  bool test_chunks() {
    const auto count = static_cast<int>(requests_.size());
    std::vector<int> places(requests_.size());
    std::vector<MPI_Status> states(requests_.size());
    int done = 0;
    const int result = MPI_Testsome(count, requests_.data(), &done, places.data(), states.data());
    if (done == MPI_UNDEFINED) return false;  // there are no requests
    for (std::size_t k = 0; k < static_cast<std::size_t>(std::max(done, 0)); k++)
      end_chunk(static_cast<std::size_t>(places[k]),
                result == MPI_SUCCESS ? MPI_SUCCESS : states[k].MPI_ERROR);
    return done > 0;
  }

  void end_chunk(std::size_t place, int result) {
    Chunk& chunk = chunks_[place];
    const std::shared_ptr<Work> work = std::move(chunk.work);
    try {
      expect(result, work->sends ? "MPI_Issend" : "MPI_Irecv");
      if (!work->sends) copy(*work, chunk);
    } catch (const std::runtime_error& error) {
      fail(*work, error.what());
    }
    free_.push_back(place);
    const auto queue = queues_.find({work->sends, work->peer, work->tag});
    queue->second.under_way--;
    if (++work->done < work->chunks()) return;
    finish(*work);
    std::erase(queue->second.works, work);
    if (queue->second.works.empty()) queues_.erase(queue);
  }

  void finish(Work& work) {
    const std::lock_guard lock(shared_.mutex);
    work.finished = true;
    shared_.changed.notify_all();
  }

  void fail(Work& work, const std::string& problem) {
    const std::lock_guard lock(shared_.mutex);
    work.problem = problem;
    work.finished = true;
    shared_.changed.notify_all();
  }

  Shared& shared_;
  int launcher_;
  bool ends_well_ = false;
  uint64_t things_ = 0;
  std::map<Key, Queue> queues_;
  std::vector<MPI_Request> requests_;  // and of each place its chunk
  std::vector<Chunk> chunks_;
  std::vector<std::size_t> free_;  // places without a request
};

class Mpi final : public Transport {
 public:
  Mpi(int rank, int size, int launcher) {
    std::promise<void> begun;
    auto result = begun.get_future();
    thread_ = thread_without_signals(
        [this, rank, size, launcher, &begun] { call_mpi(rank, size, launcher, begun); });
    try {
      result.get();
    } catch (...) {
      thread_.join();
      throw;
    }
  }

  ~Mpi() override {
    {
      const std::lock_guard lock(shared_->mutex);
      shared_->ends = true;
      shared_->wake.notify_all();
    }
    thread_.join();
  }

  std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data,
                                  std::size_t bytes) override {
    // One class serves reads and writes; a send only reads.
    return submit(true, to, tag, const_cast<void*>(data), bytes);
  }

  std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data,
                                     std::size_t bytes) override {
    return submit(false, from, tag, data, bytes);
  }

  void finish() override {
    const std::lock_guard lock(shared_->mutex);
    shared_->ends_well = true;
  }

 private:
  /// The thread's work. `begun` lives until it has a value or an exception.
  void call_mpi(int rank, int size, int launcher, std::promise<void>& begun) {
    MpiThread mpi(*shared_, launcher);
    try {
      mpi.begin(rank, size);
    } catch (...) {
      begun.set_exception(std::current_exception());
      return;
    }
    begun.set_value();
    mpi.run();
  }

  std::unique_ptr<Operation> submit(bool sends, int peer, uint64_t tag, void* data,
                                    std::size_t bytes) {
    auto work = std::make_shared<Work>();
    work->sends = sends;
    work->peer = peer;
    work->tag = tag;
    work->data = static_cast<std::byte*>(data);
    work->bytes = bytes;
    const std::lock_guard lock(shared_->mutex);
    shared_->submitted.push_back(work);
    shared_->wake.notify_one();
    return std::make_unique<MpiOperation>(shared_, std::move(work));
  }

  const std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::thread thread_;
};

}  // namespace

extern "C" Transport* tutti_open_mpi(int rank, int size, int launcher) {
  return new Mpi(rank, size, launcher);
}

}  // namespace tutti::comm
