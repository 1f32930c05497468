import { Form, FormGroup } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { FileControl } from '../form/file-control.tsx'
import { Choice } from './choice.tsx'
import type { DraftProps } from './server-draft.ts'

/** Wizard step: key pair and user data. */
export const AccessStep = ({ draft, change }: DraftProps) => {
  const { t } = useTranslation()
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <Choice
        {...{ name: 'key_name', to: 'key-pairs' }}
        value={draft.keyName}
        set={(name) => change({ keyName: name === undefined ? undefined : String(name) })}
      />
      <FormGroup label={t('field.user_data')} fieldId="wizard-user-data">
        <FileControl
          id="wizard-user-data"
          value={draft.userData}
          set={(text) => change({ userData: String(text ?? '') })}
        />
      </FormGroup>
    </Form>
  )
}
