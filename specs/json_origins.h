#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::specs {

/// Says in which file, line and column the parts of a JSON document stand. A part has a path: keys
/// and numbers of entries, with slashes between them. A document may be made of parts of others.
/// Only errors ask, so a part is searched for in the text when it is asked for.
class JsonOrigins {
 public:
  /// Of a document that is the text of one file. Where the text is empty, only the file is known.
  JsonOrigins(std::string file, std::string text)
      : file_(std::move(file)), text_(std::move(text)) {}
  /// Of a document that is made for the sake of the part at `path` of another.
  JsonOrigins(std::shared_ptr<const JsonOrigins> from, std::string path);

  /// Says that the part at `to`, with all that it holds, is the part at `path` of another document.
  void take(std::string to, std::shared_ptr<const JsonOrigins> from, std::string path);
  /// Says that the part at `to` is made for the sake of the part at `path` of another document:
  /// whatever it holds stands there.
  void make(std::string to, std::shared_ptr<const JsonOrigins> from, std::string path);

  /// What of a part is asked for: its value, its key, or a character of a string, counted from 1.
  struct Point {
    bool key = false;
    std::size_t character = 0;
  };
  /// `FILE:LINE:COLUMN`, and the path of the part within that file.
  struct Origin {
    std::string place, path;
  };
  /// Where the part at `path` stands; if there is none, the one that it would be in.
  Origin of(std::string_view path, Point point) const;

 private:
  /// A part that comes from another document.
  struct Part {
    std::string to;
    std::shared_ptr<const JsonOrigins> from;
    std::string path;
    bool made;
  };

  std::string file_, text_;
  std::vector<Part> parts_;
};

/// `LINE:COLUMN` of a byte of a text, both counted from 1.
std::string line_and_column(std::string_view text, std::size_t byte);

/// Where the values and the keys of a JSON text begin, in bytes, in the order of the text. Of a
/// text that is no JSON, those up to its fault are right.
std::vector<std::size_t> token_starts(std::string_view text);

}  // namespace assay::specs
