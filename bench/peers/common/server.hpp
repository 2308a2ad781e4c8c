// A process of an engine beside those that are measured, such as a server: started by the first process, ends with it.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

namespace peers {

class Server {
  public:
    // The program and its arguments; further variables of its environment as NAME=VALUE.
    explicit Server(const std::vector<std::string>& words, const std::vector<std::string>& variables = {}) {
        const pid_t owner = getpid();
        process_ = fork();
        if (process_ < 0) throw std::system_error(errno, std::generic_category(), "no process for " + words.at(0));
        if (process_ > 0) return;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != owner) _exit(1);
        // What it says is no report.
        const int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        for (const std::string& variable : variables) putenv(strdup(variable.c_str()));
        std::vector<char*> arguments;
        for (const std::string& word : words) arguments.push_back(strdup(word.c_str()));
        arguments.push_back(nullptr);
        execv(arguments[0], arguments.data());
        _exit(127);
    }

    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server() { kill(process_, SIGKILL); }

  private:
    pid_t process_;
};

}  // namespace peers
