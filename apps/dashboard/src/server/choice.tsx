import { FormGroup } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { ReferenceControl } from '../form/reference-control.tsx'
import { type Field, field } from '../panel/form-spec.ts'

interface Props extends Omit<Field, 'name'> {
  readonly name: string
  readonly several?: boolean
  readonly value: unknown
  set(value: unknown): void
}

/** Selects items of a panel, like the reference fields of forms. */
export const Choice = ({ name, several = false, value, set, required = false, ...more }: Props) => {
  const { t } = useTranslation()
  const id = `wizard-${name}`
  return (
    <FormGroup label={t(`field.${more.label ?? name}`)} fieldId={id} isRequired={required}>
      <ReferenceControl
        id={id}
        field={field(name, more)}
        several={several}
        value={value}
        required={required}
        set={set}
      />
    </FormGroup>
  )
}
