import { Flex, FlexItem, FormGroup, FormSelect, FormSelectOption, TextInput } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import type { Wish } from './draft.ts'
import type { TypeProperty } from './use-type.ts'

interface Props {
  readonly id: string
  readonly property: TypeProperty
  readonly wish: Wish | undefined
  /** Names of the resources that the property can refer to. */
  readonly others: readonly string[]
  set(wish: Wish): void
}

/** One property: a reference to another resource, or typed text. */
export const PropertyRow = ({
  id,
  property: { name, required },
  wish = { text: '' },
  others,
  set,
}: Props) => {
  const { t } = useTranslation()
  const resource = 'resource' in wish ? wish.resource : ''
  return (
    <FormGroup label={name} fieldId={id} isRequired={required}>
      <Flex>
        <FlexItem>
          <FormSelect
            aria-label={t('shell.generator.from', { name })}
            value={resource}
            onChange={(_, chosen) => set(chosen === '' ? { text: '' } : { resource: chosen })}
          >
            <FormSelectOption value="" label={t('shell.generator.typed')} />
            {others.map((other) => (
              <FormSelectOption key={other} value={other} label={other} />
            ))}
          </FormSelect>
        </FlexItem>
        {resource === '' && (
          <FlexItem grow={{ default: 'grow' }}>
            <TextInput
              id={id}
              value={'text' in wish ? wish.text : ''}
              onChange={(_, text) => set({ text })}
            />
          </FlexItem>
        )}
      </Flex>
    </FormGroup>
  )
}
