/** Test cases that have moved or were renamed since the base commit of `cases`. */
export interface MovedCases {
  /** Matches `path > full name` of a case of the base commit. */
  readonly from: RegExp
  /**
   * The current place of the case, under its name: the path of its file, or of several files separated by `, `. Or a
   * description of its replacement.
   */
  readonly to: string
  readonly why: string
}

/** Test cases of `npm test` that are now only in the long run. */
export interface LongOnlyCases {
  /** Matches `path > full name` of a case of the base commit. */
  readonly case: RegExp
  /** Why, and what `npm test` has instead. */
  readonly why: string
}

const VIEWS_APART = '`npm test` opens one view, the long run opens the others'

export const MOVED: readonly MovedCases[] = [
  {
    from: /^packages\/http-koa\/test\/fuzz-routes\.test\.ts > asks for what is valid often enough/,
    to: 'packages/http-koa/test/drawn/generated-requests.test.ts asks that most operations are answered well.',
    why: 'Valid requests are made of the OpenAPI document by now, and are sent to what is there',
  },
  {
    from: /^packages\/dashboard\/test\/dashboard\.test\.ts > /,
    to: 'packages/dashboard/test/flows/page-flows.test.ts, packages/dashboard/test/flows/page-flows.long.test.ts',
    why: VIEWS_APART,
  },
  {
    from: /^packages\/dashboard\/test\/account-flows\.test\.ts > /,
    to: 'packages/dashboard/test/flows/account/account-flows.test.ts, packages/dashboard/test/flows/account-flows.long.test.ts',
    why: VIEWS_APART,
  },
  {
    from: /^packages\/dashboard\/test\/registry-flows\.test\.ts > /,
    to: 'packages/dashboard/test/flows/registry-flows.test.ts, packages/dashboard/test/flows/registry-flows.long.test.ts',
    why: VIEWS_APART,
  },
  {
    from: /^packages\/adapter-\w+\/test\/(durable\/durable-storage|snapshot\/snapshot-suite|postgres-storage|replica|replica-folder)\.test\.ts > .* \(25 histories\)$/,
    to: 'The same case with fewer histories; random-histories.long.test.ts of the adapter has 300 or more.',
    why: 'Its name counts the histories; each takes half a second in a folder or in PostgreSQL',
  },
  {
    from: /^packages\/adapter-memory\/test\/durable\/durable-storage\.test\.ts > openDurableStorage with segments > /,
    to: 'The same case of `openDurableStorage`, whose index is in segments by default.',
    why: 'The suite ran twice over the same index; durable-storage.long.test.ts has the plain one instead',
  },
  {
    from: /^packages\/adapter-postgres\/test\/replica\.test\.ts > replica in memory of a registry in PostgreSQL > /,
    to: 'packages/adapter-postgres/test/storage/replica.long.test.ts',
    why: '`npm test` runs only the random histories over a replica',
  },
  {
    from: /^packages\/adapter-memory\/test\/replica-folder\.test\.ts > replica in a folder of a registry in memory (?!random histories)/,
    to: 'packages/adapter-folder/test/open/replica-folder.long.test.ts',
    why: '`npm test` runs only the random histories over a replica in a folder',
  },
  {
    from: /^packages\/adapter-memory\/test\/snapshot\/snapshot-suite\.test\.ts > openDurableStorage with small segments, from snapshots (?!random histories)/,
    to: 'packages/adapter-folder/test/checkpoint/checkpoint-suite.long.test.ts',
    why: '`npm test` runs only the random histories over small segments and snapshots',
  },
  {
    from: /^packages\/storage-conformance\/test\/suite-finds-faults\.test\.ts > fails for each storage with a fault/,
    to: 'packages/storage-conformance/test/suite-finds-faults.long.test.ts',
    why: '`npm test` tries every 60th fault',
  },
  {
    from: /^packages\/cli\/test\/serve\/stop\.test\.ts > loses no request of two instances that are terminated in turn$/,
    to: 'packages/cli/test/serve/stop.long.test.ts',
    why: 'It starts PostgreSQL and three services; `npm test` terminates one service under load',
  },
  {
    from: /^packages\/cli\/test\/demo\/demo\.test\.ts > the demo shows everything, .*is repeatable/,
    to: 'The demo shows everything, leaves commands that work, and spares a registry that was used since; demo.long.test.ts: a demo that was left as it was is replaced, by the same feeds.',
    why: 'The second demo takes as long as the first one',
  },
  {
    from: /^packages\/core\/test\/killed\/killed-(decisions|imports)\.test\.ts > a process that is killed at \d moments /,
    to: 'The same case with fewer kills; the long run has 50 of imports and 100 of decisions.',
    why: 'Its name counts the kills; each starts a process',
  },
  {
    from: /^packages\/feed\/test\/read-feed\.test\.ts > memory stays bounded: 50 MB /,
    to: 'Memory stays bounded: 16 MB in `npm test`, 50 MB in the long run.',
    why: 'To read 50 MB twice takes six seconds',
  },
  {
    from: /^packages\/adapter-memory\/test\/load\/folder-load\.test\.ts > is empty again, here and after a crash, wherever /,
    to: 'Is empty again, here and after a crash, wherever its last step is ended, in the long run.',
    why: 'It restored a registry five times for each moment',
  },
  {
    from: /^packages\/cli\/test\/evaluation\/evaluate-pairs\.test\.ts > what is wrong is said in one sentence > \["--model",".*\/pairs\.jsonl"\]$/,
    to: 'The same case.',
    why: 'Its name holds a temporary folder, which is a new one in each run',
  },
  {
    from: /^packages\/adapter-postgres\/test\/pool-state\.test\.ts > /,
    to: 'packages/adapter-postgres/test/connection/pool-state.long.test.ts',
    why: 'It counts all connections of the process, so it needs a process of its own',
  },
  {
    from: /^packages\/adapter-postgres\/test\/postgres-storage\.test\.ts > openPostgresStorage > filling at once > /,
    to: 'The same cases of the suite, in filling-at-once.long.test.ts of adapter-postgres.',
    why: 'Each case creates and fills a schema; `npm test` has load-sessions.test.ts and the same cases over a folder',
  },
  {
    from: /^packages\/cli\/test\/bin\.test\.ts > Ctrl-C ends the command with 130 /,
    to: 'bin.test.ts: SIGINT, SIGTERM and SIGHUP each end the command with a code and one sentence.',
    why: 'Two more signals end a command in the same way',
  },
  {
    from: /^packages\/adapter-memory\/test\/durable\/(product-encoding|record-encoding|row-encodings)\.test\.ts > .*(as it is written now|as it is written in the first encoding|now and of the first encoding)$/,
    to: 'The same case of the one encoding that is left.',
    why: 'The first encoding was never released and is read no more',
  },
  {
    from: /^packages\/adapter-memory\/test\/durable\/registry-folder\.test\.ts > .* opens when it is of the first format/,
    to: 'registry-folder.test.ts: a ledger of an earlier format is refused.',
    why: 'The first format was never released and is read no more',
  },
  {
    from: /^packages\/cli\/test\/evaluation\/evaluate-linkage\.test\.ts > nor do they find a candidate$/,
    to: 'evaluate-linkage.test.ts: nor do they find a candidate by a key.',
    why: 'A name alone finds the identical name by now, which is no candidate of a key',
  },
  {
    from: /^packages\/cli\/test\/serve\/secrets\.test\.ts > finds no secret in what a busy service /,
    to: 'packages/cli/test/serve/secrets.long.test.ts',
    why: 'A busy service runs for ten seconds; `npm test` searches the log and the settings for secrets',
  },
  {
    from: /^packages\/core\/test\/registry\/name-alone\.test\.ts > a name alone has no candidates/,
    to: 'name-alone.test.ts: a name alone finds the identical name, for a person to look at.',
    why: 'A name alone finds the identical name by now',
  },
  {
    from: /^packages\/service\/test\/limits\/failed-authentications\.test\.ts > failed authentications > /,
    to: 'failed-authentications.test.ts, describes by key and by password.',
    why: 'Failures count by address and prefix, and never keep a valid key out',
  },
  {
    from: /^packages\/adapter-memory\/test\/generation-door\.test\.ts > /,
    to: 'packages/adapter-memory/test/storage/open-generation.test.ts, packages/adapter-folder/test/generations/generation-door.test.ts',
    why: 'The storages in memory and in a folder are packages of their own',
  },
  {
    from: /^packages\/adapter-memory\/test\/random-histories\.long\.test\.ts > createMemoryStorage > /,
    to: 'packages/adapter-memory/test/storage/random-histories.long.test.ts',
    why: 'The storages in memory and in a folder are packages of their own',
  },
]

export const LONG_ONLY: readonly LongOnlyCases[] = [
  {
    case: /^packages\/dashboard\/test\/\w+(-flows)?\.test\.ts > .* at (1280|380) px, '(light|dark)'/,
    why: `${VIEWS_APART}; these flows are in no view of \`npm test\`: key rotation, change of a member's role, key of a service, request log, merged UTPID, query as JSON and CSV. In one view a key is created and a member invited.`,
  },
  {
    case: /^packages\/adapter-memory\/test\/replica-folder\.test\.ts > replica in a folder of a registry in memory > /,
    why: '`npm test` runs the random histories over a replica in a folder, and the whole suite over the folder',
  },
  {
    case: /^packages\/adapter-postgres\/test\/replica\.test\.ts > replica in memory of a registry in PostgreSQL > /,
    why: '`npm test` runs the random histories over a replica, and the whole suite over PostgreSQL and over memory',
  },
  {
    case: /^packages\/adapter-memory\/test\/snapshot\/snapshot-suite\.test\.ts > openDurableStorage with small segments, from snapshots /,
    why: '`npm test` runs the random histories over small segments and snapshots, and the whole suite over a folder',
  },
  {
    case: /^packages\/storage-conformance\/test\/suite-finds-faults\.test\.ts > fails for each storage with a fault/,
    why: '`npm test` tries every 60th fault',
  },
  {
    case: /^packages\/adapter-memory\/test\/workers\/(batch|read)-workers\.test\.ts > /,
    why: 'Each starts threads that open a registry; `npm test` has answers, writes between, a lost thread, a damaged row and closing',
  },
  {
    case: /^packages\/adapter-postgres\/test\/load-sessions\.test\.ts > .* (killed while it made|when the session ends that makes what is counted)/,
    why: 'Each restores with another process; `npm test` kills one between its commits and ends the session that makes an index',
  },
  {
    case: /^packages\/cli\/test\/serve\/stop\.test\.ts > loses no request of two instances/,
    why: 'It starts PostgreSQL and three services; `npm test` terminates one service under load',
  },
  {
    case: /^packages\/adapter-postgres\/test\/postgres-storage\.test\.ts > openPostgresStorage filling at once /,
    why: 'Each case starts sessions and threads; `npm test` fills a folder and memory, and bulk-load.test.ts fills PostgreSQL',
  },
  {
    case: /^packages\/adapter-postgres\/test\/(pool-state|service\/limits-read-only)\.test\.ts > /,
    why: 'They start servers or wait for leases; `npm test` has limits on a server that takes writes, and no case of the counts of a pool',
  },
  {
    case: /^packages\/adapter-memory\/test\/replica-folder\.test\.ts > (reads only what came since it was closed|makes a second copy while the first answers)/,
    why: 'Each waits for several openings of a folder; `npm test` has copies that are replaced, damaged and continued',
  },
  {
    case: /^packages\/adapter-memory\/test\/load\/folder-load\.test\.ts > is empty again/,
    why: 'It restores a registry for each moment; `npm test` has a load that breaks off and one whose thread is lost',
  },
  {
    case: /^packages\/adapter-memory\/test\/workers\/regroup-workers\.test\.ts > a folder with groups of another origin/,
    why: '`npm test` regroups an imported folder with threads, and stops it',
  },
  {
    case: /^packages\/core\/test\/registry\/copies\.test\.ts > more copies than a step links/,
    why: 'It imports more than 5,000 records; `npm test` merges and dismisses small classes',
  },
  {
    case: /^packages\/cli\/test\/demo\/demo\.test\.ts > the demo shows everything/,
    why: 'It takes ten seconds; `npm test` serves the demo, and the examples run',
  },
  {
    case: /^packages\/cli\/test\/serve\/(stop\.test\.ts > loses no request when it is terminated|replica\.test\.ts > keeps its copy in a folder|secrets\.test\.ts > finds no secret)/,
    why: 'Each serves under load for seconds; `npm test` stops a service with requests under way, copies a registry, and looks for keys in the log',
  },
  {
    case: /^packages\/cli\/test\/commands\/(remote|calibrate|generate|train)\.test\.ts > .*(as by the folder, in words and as JSON|that parts what it linked|is interrupted is cancelled|is proved by pairs that anybody|an export of known products|Ctrl-C ends a fit)/,
    why: 'They run commands on a whole registry; `npm test` has shorter cases of these commands, and bin.test.ts tests signals',
  },
  {
    case: /^scripts\/test\/changed\.test\.ts > a change touches the tests that import it/,
    why: 'It reads the imports of the whole repository; `npm test` has one file of a thread, the examples and the flows',
  },
  {
    case: /^packages\/dashboard\/test\/dashboard\.test\.ts > .* an invited member chooses a password/,
    why: 'The flow needs two sessions in one browser; tests of http-koa accept an invitation in `npm test`',
  },
]
