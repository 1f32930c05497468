import type { Option } from './option.ts'
import type { OptionGroup } from './option-group.ts'
import { bySection } from './sections.ts'

/** A configuration file with every option, explained and commented out with its default. */
export const sampleFile = (groups: readonly OptionGroup[]): string =>
  bySection(groups)
    .map(([section, options]) => [`[${section}]`, ...options.map(([name, option]) => sampleOf(name, option))])
    .map((parts) => parts.join('\n\n'))
    .join('\n\n')
    .concat('\n')

const sampleOf = (name: string, option: Option): string => {
  const { description, help, defaultText = '', required } = option
  const comments = [...wrapped(help), `(${description}${required ? '; required' : ''})`]
  const assignment = defaultText === '' ? `#${name} =` : `#${name} = ${defaultText}`
  return [...comments.map((line) => `# ${line}`), assignment].join('\n')
}

/** Wraps text at 90 characters. */
const wrapped = (text: string): readonly string[] => text.match(/\S.{0,89}(?=\s|$)/g) ?? []
