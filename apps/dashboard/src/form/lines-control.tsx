import { TextArea } from '@patternfly/react-core'
import { useState } from 'react'

interface Props {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly initial: string
  /** Gets the lines that are not empty, without blanks around them. */
  set(lines: readonly string[]): void
}

/** Several things, a line each. What is typed stays as it was typed, whatever is made of it. */
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
