import {
  ExpandableSection,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
} from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { Control } from './control.tsx'
import type { AskedField, FormState } from './form-state.ts'
import { titleOf } from './title-of.ts'

const One = ({ asked, form }: { readonly asked: AskedField; readonly form: FormState }) => {
  const { t } = useTranslation()
  const { name, hint } = asked.field
  const fault = form.faults[name]
  const id = `field-${name.replaceAll(/\W/g, '-')}`
  return (
    <FormGroup label={titleOf(asked.field, t)} fieldId={id} isRequired={asked.required}>
      <Control
        asked={asked}
        id={id}
        value={form.values[name]}
        faulty={fault !== undefined}
        set={(value) => form.set(name, value)}
        leave={() => form.leave(name)}
      />
      {(fault !== undefined || hint !== undefined) && (
        <FormHelperText>
          <HelperText id={`${id}-fault`}>
            {hint !== undefined && <HelperTextItem>{hint}</HelperTextItem>}
            {fault && (
              <HelperTextItem variant="error">
                {t(`shell.form.${fault.word}`, { ...fault.values })}
              </HelperTextItem>
            )}
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  )
}

/** The fields of a form; advanced ones are collapsed. */
export const Fields = ({ form }: { readonly form: FormState }) => {
  const { t } = useTranslation()
  const advanced = form.asked.filter(({ field }) => field.advanced)
  const shown = (asked: AskedField) => <One key={asked.field.name} asked={asked} form={form} />
  return (
    <>
      {form.asked.filter(({ field }) => !field.advanced).map(shown)}
      {advanced.length > 0 && (
        <ExpandableSection toggleText={t('shell.form.advanced')} isIndented>
          {advanced.map(shown)}
        </ExpandableSection>
      )}
    </>
  )
}
