import { parseArgs } from 'node:util'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import { matrix } from './matrix.ts'
import { verdictLine, verdictTable } from './print-verdicts.ts'
import { runMatrix } from './run-matrix.ts'

const usage = `usage: nimbo test faults [--fault NAME]… [--line N]… [--moment before|in|after]…
`

const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true },
    line: { type: 'string', multiple: true },
    moment: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const isAsked = (asked: readonly string[] | undefined, value: string): boolean =>
  asked === undefined || asked.includes(value)

const main = async (): Promise<number> => {
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const cases = matrix.filter(
    ({ fault, line, moment }) =>
      isAsked(values.fault, fault) && isAsked(values.line, String(line)) && isAsked(values.moment, moment),
  )
  const verdicts = await runMatrix(startEmbeddedCloud, cases, (verdict) => {
    process.stdout.write(`${verdictLine(verdict)}\n`)
  })
  const broken = verdicts.filter((verdict) => verdict.broken !== undefined)
  process.stdout.write(`\n${verdictTable(verdicts)}\n\n${verdicts.length} cases, ${broken.length} broken\n`)
  return broken.length === 0 ? 0 : 1
}

process.exitCode = await main()
