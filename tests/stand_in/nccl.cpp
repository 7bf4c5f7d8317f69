// SPDX-License-Identifier: Apache-2.0
// Stands in for NCCL and CUDA's runtime where there is no GPU: the same functions, between two
// processes of this machine over a socket. As on a GPU, what is put into a stream happens later,
// one thing after the other, and a send waits for its receive.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <random>
#include <thread>

namespace {

constexpr int kSuccess = 0, kSystemError = 2, kInvalidArgument = 4, kInProgress = 7;
constexpr int kNotReady = 600, kNoDevice = 100;

struct Id {
  std::array<char, 128> bytes;
};

/// The part of ncclConfig_t that every version has.
struct Config {
  size_t size;
  unsigned magic, version;
  int blocking;
};

class Stream {
 public:
  ~Stream() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
      changed_.notify_all();
    }
    thread_.join();
  }
  void add(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    works_.push_back(std::move(work));
    changed_.notify_all();
  }
  bool is_idle() {
    const std::lock_guard lock(mutex_);
    return works_.empty();
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return ends_ || !works_.empty(); });
      if (works_.empty()) return;
      const auto work = works_.front();
      lock.unlock();
      work();
      lock.lock();
      works_.pop_front();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> works_;
  bool ends_ = false;
  std::thread thread_{[this] { run(); }};
};

/// Two processes.
class Comm {
 public:
  Comm(const Id& id, int rank) : rank_(rank), thread_([this, id] { connect(id); }) {}
  ~Comm() {
    ends_ = true;
    thread_.join();
    if (socket_ >= 0) ::close(socket_);
  }

  int state() const { return state_; }
  void end() {
    ends_ = true;
    if (socket_ >= 0) ::shutdown(socket_, SHUT_RDWR);
  }
  void send(const char* data, size_t bytes) {
    for (ssize_t sent; bytes > 0; data += sent, bytes -= static_cast<size_t>(sent))
      if ((sent = ::send(socket_, data, bytes, MSG_NOSIGNAL)) <= 0) return lose();
    char answer = 0;
    if (::recv(socket_, &answer, 1, MSG_WAITALL) != 1) lose();
  }
  void receive(char* data, size_t bytes) {
    const char answer = 1;
    if (::recv(socket_, data, bytes, MSG_WAITALL) != static_cast<ssize_t>(bytes) ||
        ::send(socket_, &answer, 1, MSG_NOSIGNAL) != 1)
      lose();
  }

 private:
  /// As of NCCL, the death of the other end may be seen late or never.
  void lose() {
    while (!ends_) ::usleep(1000);
  }

  /// The first process waits for the other one at an address that is the id.
  void connect(const Id& id) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, id.bytes.data(), 32);
    const auto* const at = reinterpret_cast<const sockaddr*>(&address);
    const socklen_t size = offsetof(sockaddr_un, sun_path) + 33;
    const int socket =
        ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (rank_ == 0 ? SOCK_NONBLOCK : 0), 0);
    if (rank_ == 0 && (::bind(socket, at, size) != 0 || ::listen(socket, 1) != 0)) {
      state_ = kSystemError;
      return;
    }
    for (int found = -1; !ends_; ::usleep(1000)) {
      if (rank_ != 0 && ::connect(socket, at, size) == 0) found = socket;
      if (rank_ == 0) found = ::accept4(socket, nullptr, nullptr, SOCK_CLOEXEC);
      if (found < 0) continue;
      socket_ = found;
      state_ = kSuccess;
      break;
    }
    if (socket_ != socket) ::close(socket);
  }

  const int rank_;
  std::atomic<int> socket_ = -1, state_ = kInProgress;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

int number_of(const char* name, int usual) {
  const char* const text = std::getenv(name);
  return text == nullptr ? usual : std::atoi(text);
}

const char* text_of(int result) {
  return result == kSuccess ? "no error" : "an error of the stand-in";
}

}  // namespace

extern "C" {

int ncclGetVersion(int* version) {
  *version = number_of("TUTTI_STAND_IN_VERSION", 22800);
  return kSuccess;
}
const char* ncclGetErrorString(int result) {
  return text_of(result);
}

int ncclGetUniqueId(Id* id) {
  std::random_device random;
  for (char& letter : id->bytes) letter = static_cast<char>('a' + random() % 26);
  return kSuccess;
}

int ncclCommInitRankConfig(void** comm, int size, Id id, int rank, const Config* config) {
  if (size != 2 || config->magic != 0xcafebeef || config->size < sizeof(Config) ||
      config->blocking != 0)
    return kInvalidArgument;
  *comm = new Comm(id, rank);
  return kInProgress;
}
int ncclCommGetAsyncError(void* comm, int* state) {
  *state = static_cast<Comm*>(comm)->state();
  return kSuccess;
}
/// Its memory stays: streams may be at work with it.
int ncclCommAbort(void* comm) {
  static_cast<Comm*>(comm)->end();
  return kSuccess;
}

int ncclSend(const void* data, size_t count, int type, int peer, void* comm, void* stream) {
  if (type != 0 || peer != 1) return kInvalidArgument;
  static_cast<Stream*>(stream)->add(
      [=] { static_cast<Comm*>(comm)->send(static_cast<const char*>(data), count); });
  return kSuccess;
}
int ncclRecv(void* data, size_t count, int type, int peer, void* comm, void* stream) {
  if (type != 0 || peer != 0) return kInvalidArgument;
  static_cast<Stream*>(stream)->add(
      [=] { static_cast<Comm*>(comm)->receive(static_cast<char*>(data), count); });
  return kSuccess;
}

int cudaGetDeviceCount(int* count) {
  *count = number_of("TUTTI_STAND_IN_GPUS", 8);
  return *count > 0 ? kSuccess : kNoDevice;
}
int cudaSetDevice(int) {
  return kSuccess;
}
int cudaMalloc(void** place, size_t bytes) {
  *place = std::malloc(bytes);
  return kSuccess;
}
int cudaFree(void* place) {
  std::free(place);
  return kSuccess;
}
int cudaMemcpyAsync(void* to, const void* from, size_t bytes, int, void* stream) {
  static_cast<Stream*>(stream)->add([=] { std::memcpy(to, from, bytes); });
  return kSuccess;
}
int cudaStreamCreateWithFlags(void** stream, unsigned) {
  *stream = new Stream;
  return kSuccess;
}
int cudaStreamDestroy(void* stream) {
  delete static_cast<Stream*>(stream);
  return kSuccess;
}
int cudaStreamQuery(void* stream) {
  return static_cast<Stream*>(stream)->is_idle() ? kSuccess : kNotReady;
}
const char* cudaGetErrorString(int result) {
  return text_of(result);
}

}  // extern "C"
