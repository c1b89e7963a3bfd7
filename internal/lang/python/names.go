package python

import (
	"strings"

	"github.com/gortexhq/gortex/internal/bind"
)

// builtins are the names of the module builtins (3.13), with the two that
// every module has.
var builtins = strings.Fields(`
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning
EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError
FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError
IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError
OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError
RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError
UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError __build_class__ __debug__ __doc__
__file__ __import__ __loader__ __name__ __package__ __path__ __spec__ abs aiter all anext any ascii bin bool
breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr
dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr
hash help hex id input int isinstance issubclass iter len license list locals map max memoryview
min next object oct open ord pow print property quit range repr reversed round set setattr slice
sorted staticmethod str sum super tuple type vars zip reveal_type`)

// objectMembers is what every class has from object.
var objectMembers = strings.Fields(`
__class__ __delattr__ __dict__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__
__getstate__ __gt__ __hash__ __init__ __init_subclass__ __le__ __lt__ __module__ __name__ __ne__
__new__ __qualname__ __reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__
__subclasshook__ __weakref__ __mro__ __bases__ __subclasses__ mro`)

// yields is what members of the outside types yield whose type arguments are
// worth following, and which names construct an instance of themselves.
var yields = map[string]int8{
	"list": bind.YieldSelf, "dict": bind.YieldSelf, "set": bind.YieldSelf, "tuple": bind.YieldSelf, "str": bind.YieldSelf,
	"bytes": bind.YieldSelf, "bytearray": bind.YieldSelf, "int": bind.YieldSelf, "float": bind.YieldSelf,
	"frozenset": bind.YieldSelf, "deque": bind.YieldSelf, "defaultdict": bind.YieldSelf, "bool": bind.YieldSelf,

	"TypeVar": bind.YieldNone, "ParamSpec": bind.YieldNone, "TypeVarTuple": bind.YieldNone, "NewType": bind.YieldNone,
	"namedtuple": bind.YieldNone, "NamedTuple": bind.YieldNone, "TypedDict": bind.YieldNone,
	"getattr": bind.YieldNone, "type": bind.YieldNone, "super": bind.YieldNone, "next": bind.YieldNone,

	"list.pop": 0, "List.pop": 0, "set.pop": 0, "Set.pop": 0, "deque.pop": 0, "deque.popleft": 0,
	"dict.get": 1, "Dict.get": 1, "Mapping.get": 1, "dict.pop": 1, "Dict.pop": 1, "dict.setdefault": 1, "Dict.setdefault": 1,
	"list.copy": bind.YieldSelf, "dict.copy": bind.YieldSelf, "set.copy": bind.YieldSelf,
	"str.strip": bind.YieldSelf, "str.lower": bind.YieldSelf, "str.upper": bind.YieldSelf, "str.replace": bind.YieldSelf,
	"str.join": bind.YieldSelf, "str.format": bind.YieldSelf, "str.rstrip": bind.YieldSelf, "str.lstrip": bind.YieldSelf,

	"Awaitable.@await": 0, "Future.@await": 0, "Task.@await": 0, "Coroutine.@await": 2,
	"str.@index": bind.YieldSelf, "str.@iter": bind.YieldSelf, "Generator.@index": bind.YieldNone,
	"contextmanager.__enter__": 0, "AbstractContextManager.__enter__": 0, "ContextManager.__enter__": 0,
	"contextmanager.__aenter__": 0, "AbstractAsyncContextManager.__aenter__": 0, "AsyncContextManager.__aenter__": 0,
	"Iterator.__next__": 0, "Generator.__next__": 0,
}

// stdlib are the top-level modules of the standard library, which a directory
// somewhere above the importing file does not shadow.
var stdlib = set(`
__future__ _thread abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop
collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg crypt
csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings
ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc
genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib
imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging
lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc
nis nntplib nt ntpath numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle
pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
py_compile pyclbr pydoc queue quopri random re readline reprlib resource rlcompleter runpy sched
secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver
spwd sqlite3 ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig
syslog tabnanny tarfile telnetlib tempfile termios test textwrap threading time timeit tkinter
token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest
urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc
zipapp zipfile zipimport zlib zoneinfo`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
