import { TextArea } from '@patternfly/react-core'
import { useState } from 'react'

interface Props {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly initial: string
  /** Called with the non-empty lines, trimmed. */
  set(lines: readonly string[]): void
}

/** A list of values, one per line. The typed text is kept as it is, whatever is parsed from it. */
export const LinesControl = ({ id, label, hint, initial, set }: Props) => {
  const [text, setText] = useState(initial)
  const typed = (_: unknown, next: string) => {
    setText(next)
    const lines = next.split('\n').map((line) => line.trim())
    set(lines.filter((line) => line !== ''))
  }
  return (
    <TextArea
      id={id}
      aria-label={label}
      placeholder={hint}
      resizeOrientation="vertical"
      rows={3}
      value={text}
      onChange={typed}
    />
  )
}
