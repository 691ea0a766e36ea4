import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '@utpid/http-koa'
import { ROOT } from '../repository/root.ts'
import { type Command, commandLine } from './command-line.ts'
import { type Block, blocksOf, placeOf } from './documents.ts'
import { shellWords } from './shell-words.ts'

const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts
/** npm commands that do not need `run`. */
const NPM_SHORT = ['start', 'test']

let read = 0

/** Returns the number of commands checked so far. */
export function countCommands(): number {
  return read
}

/** Returns the faults of commands in a document, both in blocks and in text. */
export function commandComplaints(
  document: string,
  text: string = readFileSync(join(ROOT, document), 'utf8'),
): string[] {
  const blocks = blocksOf(document, text).filter(isForShell)
  return [...blocks.flatMap(complaintsInBlock), ...complaintsInText(document, text)]
}

function isForShell({ language }: Block): boolean {
  return ['bash', 'sh', 'shell', 'console', 'text', ''].includes(language)
}

function complaintsInBlock(block: Block): string[] {
  const isText = !['bash', 'sh', 'shell'].includes(block.language)
  // A backslash at the end of a line continues the line.
  const lines = block.code.replaceAll('\\\n', ' ').split('\n')
  return lines.flatMap((line) => {
    // Text blocks also contain output. In text blocks, a command is at the start of a line or after `$ `.
    if (isText && !/^(\$ )?(npx |utpid (?=\S)|npm |printf .*\| |curl )/.test(line)) return []
    if (isText && /^utpid: /.test(line)) return []
    return commandsOf(line.replace(/^\$ /, '')).flatMap((words) => {
      const wrong = faultOf(words, true)
      return wrong === undefined ? [] : [`${placeOf(block)}: ${wrong} (${words.join(' ')})`]
    })
  })
}

/**
 * Checks code spans in the text. Code spans are shortened and contain placeholders, so only the names of commands and
 * options are checked.
 */
function complaintsInText(document: string, text: string): string[] {
  return [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`((?:npx )?utpid [^`]+|npm (?:run )?[a-z][^`]*)`/g)].flatMap(
    ([, span = '']) => {
      return commandsOf(span.replaceAll(/\s+/g, ' ')).flatMap((words) => {
        const wrong = faultOf(words, false)
        return wrong === undefined ? [] : [`${document}: ${wrong} (\`${span}\`)`]
      })
    },
  )
}

/** Returns the commands of a line: parts of pipes, commands after `&&`, and commands that run in containers. */
function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]]
  for (const word of shellWords(line)) {
    if (word.isOperator) commands.push([])
    else commands.at(-1)?.push(word.text)
  }
  return commands.flatMap((words) => {
    while (/^[A-Z_]+=/.test(words[0] ?? '')) words.shift()
    if (words[0] === 'npx') words.shift()
    const [name] = words
    if (name === 'docker') {
      const within = words.findIndex(
        (word, at) => at > 0 && word === 'utpid' && /^(registry)$/.test(words[at - 1] ?? ''),
      )
      return within < 0 ? [] : [words.slice(within)]
    }
    return ['utpid', 'npm', 'curl'].includes(name ?? '') ? [words] : []
  })
}

function faultOf([name, ...args]: readonly string[], isWhole: boolean): string | undefined {
  read += 1
  if (name === 'npm') return npmFault(args)
  if (name === 'curl') return curlFault(args)
  return isWhole ? utpidFault(args) : nameFault(args)
}

function npmFault([first = '', second = '']: readonly string[]): string | undefined {
  if (first === 'run' && !(second in SCRIPTS) && !/^[A-Z]/.test(second)) return `unknown script ${second}`
  if (NPM_SHORT.includes(first) && !(first in SCRIPTS)) return `unknown script ${first}`
  return undefined
}

/** Returns a fault if the URL of a registry matches no route. */
function curlFault(args: readonly string[]): string | undefined {
  const address = args.find((arg) => /^https?:\/\/(127\.0\.0\.1|localhost|registry\.example)/.test(arg))
  if (address === undefined) return undefined
  const path = new URL(address.replace(/\$\{?\w+\}?/g, 'x')).pathname
  const asked = path.split('/')
  const fits = ({ path: route }: { readonly path: string }): boolean => {
    const parts = route.split('/')
    return parts.length === asked.length && parts.every((part, at) => /^[:{]/.test(part) || part === asked[at])
  }
  return ROUTES.some(fits) || path === '/' ? undefined : `no route has the path ${path}`
}

/** Parses a command and its option values with commander, and returns commander's error. The command is not run. */
function utpidFault(args: readonly string[]): string | undefined {
  try {
    commandLine().parse([...args], { from: 'user' })
    return undefined
  } catch (error) {
    const { code = '', message } = error as { readonly code?: string; readonly message: string }
    return ['commander.helpDisplayed', 'commander.version', 'commander.help'].includes(code) ? undefined : message
  }
}

/** Returns a fault if the command or one of its options does not exist. */
function nameFault(args: readonly string[]): string | undefined {
  let command: Command = commandLine()
  const known = new Set(['--help', '-h', '--version', '-V', '--debug'])
  for (const option of command.options) if (option.long != null) known.add(option.long)
  let isNaming = true
  for (const arg of args) {
    if (arg.startsWith('-') && arg !== '-') {
      for (const { long, short } of command.options) for (const each of [long, short]) if (each != null) known.add(each)
      const option = arg.split('=')[0] ?? arg
      if (!known.has(option) && command.parent !== null) return `"${command.name()}" has no option ${option}`
      isNaming = false
    } else if (isNaming && command.commands.length > 0 && /^[a-z]/.test(arg)) {
      const next: Command | undefined = command.commands.find(
        (each) => each.name() === arg || each.aliases().includes(arg),
      )
      if (next === undefined && command.registeredArguments.length === 0) return `unknown command ${arg}`
      command = next ?? command
    } else isNaming = false
  }
  return undefined
}
