import { exitCodeLines, optionLines, usageLines } from '@nimbo/cloud/manage/command-help'
import { manageCommands } from '@nimbo/cloud/manage/manage'

/** The page about `nimbo manage`: the arguments, purpose and exit codes of each command. */
export const managePage = async (): Promise<string> =>
  [
    '# nimbo manage',
    '',
    'The administrative commands of a cloud. Names, options and exit codes are those of nova-manage and keystone-manage where they',
    'have the command; where it differs, and why: `docs/architecture/manage.md`.',
    '',
    ...(await manageCommands()).flatMap((command) => [
      `## ${command.name}`,
      '',
      [command.summary, command.details].filter(Boolean).join(' '),
      '',
      '```',
      ...usageLines(command),
      '```',
      '',
      '| Option | Meaning |',
      '| --- | --- |',
      ...optionLines(command).map(({ left, right }) => `| \`${left}\` | ${right} |`),
      '',
      '| Exit code | Meaning |',
      '| --- | --- |',
      ...exitCodeLines(command).map(({ left, right }) => `| ${left} | ${right} |`),
      '',
    ]),
  ].join('\n')
