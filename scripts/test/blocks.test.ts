import { expect, test } from 'vitest'
import { commandComplaints } from '../docs/check-commands.ts'
import { blocksOf } from '../docs/documents.ts'
import { programsOf, unknownMarks } from '../docs/programs.ts'
import { shellWords } from '../docs/shell-words.ts'

const DOCUMENT = [
  'Text.',
  '```ts',
  'console.log(1)',
  '// 1',
  '',
  '// No output: a comment.',
  'const two = 2',
  '```',
  '<!-- block: continues -->',
  '',
  '```ts',
  'console.log(',
  '  two,',
  ')',
  '// 2',
  '```',
].join('\n')

test('joins a continuing block and the block above it into one program with the output of both', () => {
  const [program, ...others] = programsOf(blocksOf('d.md', DOCUMENT), 'p')
  expect(others).toEqual([])
  expect(program?.code).toContain('const two = 2\nconsole.log(')
  expect(program?.prints).toEqual({ lines: ['1', '2'], inAnyOrder: false })
  expect(program?.lineOf(1)).toBe('d.md:3')
  expect(program?.lineOf(6)).toBe('d.md:12')
})

test('reports a block without an end and an unknown mark', () => {
  expect(() => blocksOf('d.md', '```ts\n1')).toThrow('d.md:1')
  const marked = blocksOf('d.md', '<!-- block: compiles only -->\n```ts\n1\n```')
  expect(unknownMarks(marked)).toEqual(['d.md:3: "compiles only" is not a block mark'])
})

test('splits a shell line into words', () => {
  const words = shellWords(`a 'b c' "d \\" e"x | f > out.txt && g # said`)
  expect(words.map(({ text }) => text)).toEqual(['a', 'b c', 'd " ex', '|', 'f', '&&', 'g'])
  expect(words.filter(({ isOperator }) => isOperator)).toHaveLength(2)
})

test('reports unknown commands, options, scripts and routes', () => {
  expect(commandComplaints('README.md')).toEqual([])
  const wrong = (line: string): number => commandComplaints('d.md', `\`\`\`bash\n${line}\n\`\`\``).length
  expect(wrong('npx utpid import hotels.csv --supplier bedbank')).toBe(0)
  expect(wrong('utpid importt hotels.csv')).toBe(1)
  expect(wrong('cat a | utpid import - --suplier bedbank')).toBe(1)
  expect(wrong('utpid search ritz --limit many')).toBe(1)
  expect(wrong('npm run nothing')).toBe(1)
  expect(wrong('curl http://127.0.0.1:8080/registry/nothing')).toBe(1)
  expect(commandComplaints('d.md', 'Run `utpid keys creat` and `utpid get UTPID --jso`.')).toHaveLength(2)
})
