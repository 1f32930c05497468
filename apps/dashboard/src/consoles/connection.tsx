import { Alert, Button, Toolbar, ToolbarContent, ToolbarItem } from '@patternfly/react-core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export type State = 'connecting' | 'open' | 'closed'

interface Props {
  readonly state: State
  readonly again: () => void
  readonly children?: ReactNode
}

/** Shows the connection state of a console, and a button to reconnect. */
export const Connection = ({ state, again, children }: Props) => {
  const { t } = useTranslation()
  return (
    <Toolbar>
      <ToolbarContent>
        <ToolbarItem>
          <Alert
            isInline
            isPlain
            component="p"
            variant={state === 'closed' ? 'warning' : 'info'}
            title={t(`console.${state}`)}
          />
        </ToolbarItem>
        {children}
        <ToolbarItem>
          <Button variant="secondary" onClick={again}>
            {t('console.again')}
          </Button>
        </ToolbarItem>
      </ToolbarContent>
    </Toolbar>
  )
}
