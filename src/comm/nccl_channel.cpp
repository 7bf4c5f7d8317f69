// SPDX-License-Identifier: Apache-2.0
#include "comm/nccl_channel.h"

#include <algorithm>
#include <stdexcept>

#include "comm/thread_without_signals.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr size_t kPiece = 4 << 20;              // bytes on the GPU at a time
constexpr uint64_t kReady = uint64_t{1} << 62;  // with a message's tag: its receiver is ready
constexpr uint64_t kNext = uint64_t{1} << 63;   // the tag of the message that comes next
constexpr std::chrono::microseconds kShortestPause{20}, kLongestPause{1000};

}  // namespace

struct NcclChannel::Message {
  uint64_t tag = 0;
  std::byte* data = nullptr;
  size_t bytes = 0;
  char word = 0;                     // that announces a ready receiver
  std::unique_ptr<Operation> ready;  // that word on its way
  // What follows is guarded by the channel's mutex.
  bool moving = false, finished = false, cancelled = false, dropped = false;
};

class NcclChannel::ChannelOperation final : public Operation {
 public:
  ChannelOperation(NcclChannel& channel, std::shared_ptr<Message> message)
      : channel_(channel), message_(std::move(message)) {}

  ~ChannelOperation() override {
    std::unique_lock lock(channel_.mutex_);
    message_->dropped = true;
    if (message_->moving) channel_.ends_ = true;
    channel_.changed_.wait(lock, [&] { return !message_->moving; });
  }

  bool wait() override {
    std::unique_lock lock(channel_.mutex_);
    channel_.changed_.wait(lock, [&] {
      return message_->finished || message_->cancelled || !channel_.problem_.empty();
    });
    if (message_->finished) return true;
    if (message_->cancelled) return false;
    throw std::runtime_error(channel_.problem_);
  }

  void cancel() override {
    const std::lock_guard lock(channel_.mutex_);
    message_->cancelled = true;
    channel_.changed_.notify_all();
  }

 private:
  NcclChannel& channel_;
  std::shared_ptr<Message> message_;
};

NcclChannel::NcclChannel(const NcclLibrary& library, int device, Transport& small, int peer,
                         bool sends)
    : library_(library), device_(device), small_(small), peer_(peer), sends_(sends) {
  const DeviceFunctions& gpu = library_.device;
  library_.expect_device(gpu.set_device(device_), "SetDevice");
  library_.expect_device(gpu.stream_create_with_flags(&stream_, kNonBlockingStream),
                         "StreamCreateWithFlags");
  library_.expect_device(gpu.malloc(&piece_, kPiece), "Malloc");
}

NcclChannel::~NcclChannel() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    if (awaited_ != nullptr) awaited_->cancel();
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  // Not ncclCommDestroy(), which waits for the other end: all messages are complete, or the job has
  // failed.
  if (comm_ != nullptr) library_.nccl.comm_abort(comm_);
  library_.device.free(piece_);
  library_.device.stream_destroy(stream_);
}

void NcclChannel::connect(const NcclId& id, steady_clock::time_point end) {
  NcclConfig config;
  const int result = library_.nccl.comm_init_rank_config(&comm_, 2, id, sends_ ? 0 : 1, &config);
  library_.expect(result, "CommInitRankConfig");
  poll([&] {
    if (steady_clock::now() > end) throw std::runtime_error("the other end does not connect");
    int state = kNcclSuccess;
    library_.expect(library_.nccl.comm_get_async_error(comm_, &state), "CommGetAsyncError");
    library_.expect(state, "CommInitRankConfig");
    return state != kNcclInProgress;
  });
  thread_ = thread_without_signals([this] { run(); });
}

std::unique_ptr<Operation> NcclChannel::begin(uint64_t tag, std::byte* data, size_t bytes) {
  auto message = std::make_shared<Message>();
  message->tag = tag;
  message->data = data;
  message->bytes = bytes;
  const std::lock_guard lock(mutex_);
  if (!problem_.empty()) throw std::runtime_error(problem_);
  if (!sends_) message->ready = small_.send(peer_, tag | kReady, &message->word, 1);
  messages_.push_back(message);
  changed_.notify_all();
  return std::make_unique<ChannelOperation>(*this, std::move(message));
}

void NcclChannel::run() {
  try {
    library_.expect_device(library_.device.set_device(device_), "SetDevice");
    sends_ ? run_sends() : run_receives();
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void NcclChannel::run_sends() {
  while (const auto message = next_to_send()) {
    char word = 0;
    if (!await(small_.receive(peer_, message->tag | kReady, &word, 1))) return;
    uint64_t tag = message->tag;
    if (!await(small_.send(peer_, kNext, &tag, sizeof tag))) return;
    move(*message);
  }
}

void NcclChannel::run_receives() {
  uint64_t tag = 0;
  while (await(small_.receive(peer_, kNext, &tag, sizeof tag))) {
    const auto message = take(tag);
    if (!message->ready->wait()) return;
    move(*message);
  }
}

std::shared_ptr<NcclChannel::Message> NcclChannel::next_to_send() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ends_ || !messages_.empty(); });
  if (ends_) return nullptr;
  auto message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

std::shared_ptr<NcclChannel::Message> NcclChannel::take(uint64_t tag) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(messages_.begin(), messages_.end(),
                                  [&](const auto& message) { return message->tag == tag; });
  if (found == messages_.end()) throw std::runtime_error("it sent an unexpected message");
  auto message = std::move(*found);
  messages_.erase(found);
  return message;
}

bool NcclChannel::await(std::unique_ptr<Operation> operation) {
  {
    const std::lock_guard lock(mutex_);
    if (ends_) return false;
    awaited_ = operation.get();
  }
  std::string problem;
  bool done = false;
  try {
    done = operation->wait();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  const std::lock_guard lock(mutex_);
  awaited_ = nullptr;
  if (!problem.empty()) throw std::runtime_error(problem);
  return done;
}

void NcclChannel::move(Message& message) {
  {
    const std::lock_guard lock(mutex_);
    if (message.dropped) throw std::runtime_error("a message was cancelled");
    message.moving = true;
  }
  std::string problem;
  try {
    move_pieces(message);
  } catch (const std::exception& error) {
    problem = error.what();
    // Kernels that wait for the other end return, and no copy follows them.
    library_.nccl.comm_abort(comm_);
    comm_ = nullptr;
    while (library_.device.stream_query(stream_) == kDeviceNotReady)
      std::this_thread::sleep_for(kLongestPause);
  }
  const std::lock_guard lock(mutex_);
  message.moving = false;
  message.finished = problem.empty();
  changed_.notify_all();
  if (!problem.empty()) throw std::runtime_error(problem);
}

void NcclChannel::move_pieces(const Message& message) {
  const DeviceFunctions& gpu = library_.device;
  const NcclFunctions& nccl = library_.nccl;
  for (size_t at = 0; at < message.bytes; at += kPiece) {
    std::byte* const host = message.data + at;
    const size_t bytes = std::min(kPiece, message.bytes - at);
    // The stream runs them in order.
    if (sends_) {
      library_.expect_device(gpu.memcpy_async(piece_, host, bytes, kHostToDevice, stream_),
                             "MemcpyAsync");
      settle(nccl.send(piece_, bytes, kNcclBytes, 1, comm_, stream_), "Send");
    } else {
      settle(nccl.recv(piece_, bytes, kNcclBytes, 0, comm_, stream_), "Recv");
      library_.expect_device(gpu.memcpy_async(host, piece_, bytes, kDeviceToHost, stream_),
                             "MemcpyAsync");
    }
    poll([&] {
      const int state = gpu.stream_query(stream_);
      if (state == kDeviceNotReady) return false;
      library_.expect_device(state, "StreamQuery");
      return true;
    });
  }
}

template <typename IsDone>
void NcclChannel::poll(const IsDone& is_done) const {
  auto pause = kShortestPause;
  while (!is_done()) {
    expect_running();
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLongestPause);
  }
}

void NcclChannel::settle(int result, const char* call) const {
  library_.expect(result, call);
  if (result == kNcclSuccess) return;
  poll([&] {
    int state = kNcclSuccess;
    library_.expect(library_.nccl.comm_get_async_error(comm_, &state), "CommGetAsyncError");
    library_.expect(state, call);
    return state != kNcclInProgress;
  });
}

void NcclChannel::expect_running() const {
  if (ends_) throw std::runtime_error("the connection has ended");
  int state = kNcclSuccess;
  library_.expect(library_.nccl.comm_get_async_error(comm_, &state), "CommGetAsyncError");
  library_.expect(state, "a message");
}

void NcclChannel::fail(const std::string& problem) {
  const std::lock_guard lock(mutex_);
  problem_ = problem;
  changed_.notify_all();
}

}  // namespace tutti::comm
