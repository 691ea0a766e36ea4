/** `built-utpid.mjs ...`: the `utpid` command as published. Running from source is slower. */
const { main } = await import('../../packages/cli/dist/main.js')
process.exitCode = await main(process.argv.slice(2))
