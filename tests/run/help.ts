import { type Suite, suites } from './suites.ts'

const suiteLine = ({ name, about, needs }: Suite): string =>
  `  ${name.padEnd(12)} ${about}${needs.length === 0 ? '' : ` [${needs.join(', ')}]`}`

const linesOf = (some: readonly Suite[]): string => some.map(suiteLine).join('\n')

/** The text of `nimbo test --help`. */
export const testHelp = `usage: nimbo test                     everything that a change must pass: the checks, every suite (of the longest only a sample), and a sample of each program
       nimbo test FILE…               these test files; installs nothing, starts servers when a file needs them
       nimbo test --watch FILE…       these test files, again whenever they or their imports change
       nimbo test SUITE [FILE…]       one suite, or these files of it; as root on Debian, first installs the packages that the suite needs
       nimbo test PROGRAM [OPTIONS]   one program, complete unless its options say otherwise

suites, and what they need:
${linesOf(suites.filter(({ kind }) => kind !== 'program'))}

programs:
${linesOf(suites.filter(({ kind }) => kind === 'program'))}
`
