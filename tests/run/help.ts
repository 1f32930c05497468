import { type Suite, suites } from './suites.ts'

const suiteLine = ({ name, about, needs }: Suite): string =>
  `  ${name.padEnd(12)} ${about}${needs.length === 0 ? '' : ` [${needs.join(', ')}]`}`

const linesOf = (some: readonly Suite[]): string => some.map(suiteLine).join('\n')

/** What `nimbo test --help` says. */
export const testHelp = `usage: nimbo test                     everything a change must pass: the checks, every suite, and of the longest ones and of the programs a sample
       nimbo test FILE…               these test files; nothing is installed, servers are started when a file asks for them
       nimbo test --watch FILE…       again whenever they change, or what they import
       nimbo test SUITE [FILE…]       one suite, or these files of it; as root on Debian it installs what the suite needs
       nimbo test PROGRAM [OPTIONS]   the whole of a program

suites, and what they need:
${linesOf(suites.filter(({ kind }) => kind !== 'program'))}

programs:
${linesOf(suites.filter(({ kind }) => kind === 'program'))}
`
