/** `built-utpid.mjs ...`: the `utpid` command as it is published. Its sources, as the repository runs them, are slower. */
const { main } = await import('../../../packages/cli/dist/main.js')
process.exitCode = await main(process.argv.slice(2))
