const NAME = 'kafka-transactions';

export const HELP = `Usage: ${NAME} <command> [options]

Shows what a program does when an operation of a transactional Kafka producer fails.

Commands:
  map <files...>      for each transaction, what happens after each error
  taxonomy [error]    the errors of KIP-1050, or one of them: its category, what to do,
                      and how each client spells it

Options:
  -h, --help          show this help, or that of a command
  -v, --version       show the version

Exit codes:
  0  nothing is wrong
  1  some cell of a map is wrong: a rule reports it
  2  the command was called wrongly, or a file could not be read
`;

export const MAP_HELP = `Usage: ${NAME} map [options] <files, folders or globs...>

For each transaction of the files, a table of its operations by the error categories of
KIP-1050, which says what the program does next: aborts, commits again, surfaces, ...
It is the analysis of the rules of eslint-plugin-kafka-transactions; a cell is wrong where
one of them reports it.

ESLint finds and parses the files: ignored files, parsers and
settings['kafka-transactions'] are those of the project's ESLint configuration, where it
has one. TypeScript needs @typescript-eslint/parser or typescript-eslint in the project.

Options:
      --rows          each error of the taxonomy by itself instead of its category
      --json          as JSON
      --markdown      as Markdown, for a comment on a pull request
      --html          as one HTML page that needs nothing else
  -o, --output FILE   write to a file instead of the terminal
  -c, --config FILE   the ESLint configuration to use instead of the project's
      --color         use colours, --no-color use none; otherwise only in a terminal,
                      and not where NO_COLOR is set
  -h, --help          show this help

Exit codes:
  0  no cell is wrong
  1  some cell is wrong
  2  the command was called wrongly, or a file could not be read or parsed
`;

export const TAXONOMY_HELP = `Usage: ${NAME} taxonomy [options] [error]

Without an error: the table. With one: its category, what to do about it after each
operation, and how each client spells it.

An error may be called by its Java class (TimeoutException), its name or code in Kafka's
protocol (REQUEST_TIMED_OUT, 7), or as a client spells it (ERR__TIMED_OUT, -185,
NOT_COORDINATOR_FOR_GROUP).

Options:
      --json          as JSON
      --color         use colours, --no-color use none
  -h, --help          show this help

Exit codes:
  0  found
  2  the command was called wrongly, or there is no such error
`;
