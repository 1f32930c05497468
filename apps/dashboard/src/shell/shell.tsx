import { Page, SkipToContent } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Events } from '../api/events.tsx'
import { PanelsContext } from '../panel/panels-context.ts'
import { panels } from '../panels/find-panel.ts'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import { Pages } from './pages.tsx'
import { Toasts } from './toasts.tsx'

/** Width in pixels from which the navigation is shown beside the page. */
const wide = 1200

/** The frame around every page. */
export const Shell = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(innerWidth >= wide)
  return (
    <Events>
      <PanelsContext value={panels}>
        <Toasts>
          <Page
            skipToContent={<SkipToContent href="#main">{t('shell.skip')}</SkipToContent>}
            masthead={<Header open={open} toggle={() => setOpen(!open)} />}
            sidebar={<Navigation open={open} />}
            mainContainerId="main"
            mainTabIndex={0}
            mainAriaLabel={t('shell.main')}
          >
            <Pages />
          </Page>
        </Toasts>
      </PanelsContext>
    </Events>
  )
}
