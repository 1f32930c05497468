import { Form, FormGroup, Switch, TextInput } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { PairsControl } from '../form/pairs-control.tsx'
import { isItem } from '../panel/item.ts'
import { Choice } from './choice.tsx'
import type { DraftProps } from './server-draft.ts'

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value))

/** Wizard step: rarely needed options, for example metadata and config drive. */
export const MoreStep = ({ draft, change }: DraftProps) => {
  const { t } = useTranslation()
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <FormGroup label={t('field.description')} fieldId="wizard-description">
        <TextInput
          id="wizard-description"
          value={draft.description}
          onChange={(_, description) => change({ description })}
        />
      </FormGroup>
      <Choice
        {...{ name: 'availability_zone', to: 'availability-zones' }}
        value={draft.zone}
        set={(zone) => change({ zone: textOf(zone) })}
      />
      <Choice
        {...{ name: 'server_group', to: 'server-groups' }}
        value={draft.groupId}
        set={(id) => change({ groupId: textOf(id) })}
      />
      <FormGroup label={t('field.metadata')} fieldId="wizard-metadata">
        <PairsControl
          id="wizard-metadata"
          label={t('field.metadata')}
          value={draft.metadata}
          set={(metadata) => change({ metadata: isItem(metadata) ? metadata : {} })}
        />
      </FormGroup>
      <FormGroup fieldId="wizard-config-drive">
        <Switch
          id="wizard-config-drive"
          label={t('field.config_drive')}
          isChecked={draft.configDrive}
          onChange={(_, configDrive) => change({ configDrive })}
        />
      </FormGroup>
    </Form>
  )
}
