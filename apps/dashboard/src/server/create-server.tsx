import { PageSection, Title, Wizard, WizardStep } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { usePageTitle } from '../shell/use-page-title.ts'
import { AccessStep } from './access-step.tsx'
import { FlavorStep } from './flavor-step.tsx'
import { MoreStep } from './more-step.tsx'
import { NetworkStep } from './network-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { emptyDraft, hasSource, type ServerDraft, sourceIn } from './server-draft.ts'
import { SourceStep } from './source-step.tsx'
import { useCreateServer } from './use-create-server.ts'
import { useSpokenToggle } from './use-spoken-toggle.ts'

const listPath = '/project/servers'

/** The wizard that creates servers, with the project's quota usage before and after. */
export const CreateServer = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const [query] = useSearchParams()
  const [draft, setDraft] = useState<ServerDraft>({
    ...emptyDraft,
    ...sourceIn(query),
  })
  const change = (part: Partial<ServerDraft>) => setDraft((before) => ({ ...before, ...part }))
  const { mutate, isPending, error } = useCreateServer((id) =>
    go(id === undefined ? listPath : `${listPath}/${id}`),
  )
  const wizard = useSpokenToggle()
  const title = t('shell.create', { kind: t('panel.servers.one') })
  usePageTitle(title)
  const props = { draft, change }
  const complete = hasSource(draft) && draft.flavorId !== undefined
  const footer = (ready: boolean) => ({
    isNextDisabled: !ready,
    nextButtonText: t('shell.wizard.next'),
    backButtonText: t('shell.wizard.back'),
    cancelButtonText: t('shell.cancel'),
  })
  return (
    <>
      <PageSection>
        <Title headingLevel="h1">{title}</Title>
        {error && <ProblemAlert error={error} />}
      </PageSection>
      <PageSection type="wizard" aria-label={title}>
        <div ref={wizard} className="create-server">
          <Wizard
            navAriaLabel={t('shell.wizard.steps')}
            onClose={() => void go(listPath)}
            onSave={() => mutate(draft)}
            isVisitRequired={false}
          >
            <WizardStep id="source" name={t('shell.wizard.source')} footer={footer(hasSource(draft))}>
              <SourceStep {...props} />
            </WizardStep>
            <WizardStep id="flavor" name={t('field.flavor')} footer={footer(draft.flavorId !== undefined)}>
              <FlavorStep {...props} />
            </WizardStep>
            <WizardStep id="network" name={t('area.project.network')} footer={footer(true)}>
              <NetworkStep {...props} />
            </WizardStep>
            <WizardStep id="access" name={t('shell.wizard.access')} footer={footer(true)}>
              <AccessStep {...props} />
            </WizardStep>
            <WizardStep id="more" name={t('shell.form.advanced')} footer={footer(true)}>
              <MoreStep {...props} />
            </WizardStep>
            <WizardStep
              id="review"
              name={t('shell.wizard.review')}
              footer={{
                ...footer(complete && !isPending),
                nextButtonText: t('shell.wizard.launch'),
                nextButtonProps: { isLoading: isPending },
              }}
            >
              <ReviewStep {...props} />
            </WizardStep>
          </Wizard>
        </div>
      </PageSection>
    </>
  )
}
