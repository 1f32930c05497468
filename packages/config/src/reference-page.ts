import type { Option } from './option.ts'
import type { OptionGroup } from './option-group.ts'
import { bySection } from './sections.ts'

/** A Markdown page with a table of options per section. */
export const referencePage = (title: string, groups: readonly OptionGroup[]): string => {
  const sections = bySection(groups).map(([section, options]) => {
    const rows = options.map(([name, option]) => row([`\`${name}\``, ...cellsOf(option)]))
    return [
      `## [${section}]`,
      '',
      row(['Option', 'Type', 'Default', 'Meaning']),
      row(Array(4).fill('---')),
      ...rows,
    ]
  })
  return `${[`# ${title}`, ...sections.map((lines) => lines.join('\n'))].join('\n\n')}\n`
}

const cellsOf = ({ description, defaultText = '', required, help }: Option): readonly string[] => {
  const shown = defaultText === '' ? '(unset)' : `\`${defaultText}\``
  return [description, required ? '(required)' : shown, help]
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
