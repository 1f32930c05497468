import { NumberInput, Switch, TextArea, TextInput } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { choicesOf } from './asking.ts'
import { BytesControl } from './bytes-control.tsx'
import { ChoiceControl } from './choice-control.tsx'
import { FileControl } from './file-control.tsx'
import type { AskedField } from './form-state.ts'
import { ListControl } from './list-control.tsx'
import { PairsControl } from './pairs-control.tsx'
import { ReferenceControl } from './reference-control.tsx'
import { titleOf } from './title-of.ts'

interface Props {
  readonly asked: AskedField
  readonly id: string
  readonly value: unknown
  readonly faulty: boolean
  set(value: unknown): void
  leave(): void
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** The input for a field. */
export const Control = ({ asked, id, value, faulty, set, leave }: Props) => {
  const { t } = useTranslation()
  const { field, property, asking, required } = asked
  const label = titleOf(field, t)
  const common = {
    id,
    isRequired: required,
    onBlur: leave,
    validated: faulty ? ('error' as const) : ('default' as const),
    ...(faulty ? { 'aria-describedby': `${id}-fault` } : {}),
  }
  const typed = (_: unknown, text: string) => set(text)
  switch (asking) {
    case 'text':
      return <TextInput {...common} value={textOf(value)} onChange={typed} />
    case 'secret':
      return (
        <TextInput
          {...common}
          type="password"
          autoComplete="new-password"
          value={textOf(value)}
          onChange={typed}
        />
      )
    case 'area':
      return (
        <TextArea {...common} resizeOrientation="vertical" rows={4} value={textOf(value)} onChange={typed} />
      )
    case 'number':
      return (
        <NumberInput
          inputProps={{ id }}
          inputName={field.name}
          inputAriaLabel={label}
          minusBtnAriaLabel={t('shell.form.less')}
          plusBtnAriaLabel={t('shell.form.more')}
          value={typeof value === 'number' ? value : ''}
          onMinus={() => set(Number(value ?? 0) - 1)}
          onPlus={() => set(Number(value ?? 0) + 1)}
          onChange={({ currentTarget }) =>
            set(currentTarget.value === '' ? undefined : Number(currentTarget.value))
          }
          onBlur={leave}
          validated={faulty ? 'error' : 'default'}
        />
      )
    case 'switch':
      return <Switch id={id} aria-label={label} isChecked={value === true} onChange={(_, on) => set(on)} />
    case 'choice':
      return (
        <ChoiceControl
          id={id}
          choices={choicesOf(field, property)}
          value={textOf(value)}
          required={required}
          set={set}
        />
      )
    case 'reference':
    case 'references':
      return (
        <ReferenceControl
          id={id}
          field={field}
          several={asking === 'references'}
          value={value}
          required={required}
          set={set}
        />
      )
    case 'list':
      return <ListControl id={id} label={label} value={value} set={set} />
    case 'pairs':
      return <PairsControl id={id} label={label} value={value} set={set} />
    case 'file':
      return <BytesControl id={id} value={value} set={set} />
    case 'file-text':
      return <FileControl id={id} value={textOf(value)} set={set} />
  }
}
