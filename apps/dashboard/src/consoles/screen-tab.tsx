import { Button, ToolbarItem } from '@patternfly/react-core'
import RFB from '@novnc/novnc'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { Connection, type State } from './connection.tsx'
import { useConsole } from './use-console.ts'

/** The graphical console of a server (noVNC). */
export const ScreenTab = ({ item }: TabProps) => {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const screen = useRef<RFB>(undefined)
  const [state, setState] = useState<State>('connecting')
  const { data: url, error, refetch } = useConsole(textAt(item, 'id'), { protocol: 'vnc', type: 'novnc' })
  useEffect(() => {
    if (url === undefined || place.current === null) return undefined
    const shown = new RFB(place.current, url)
    shown.scaleViewport = true
    screen.current = shown
    setState('connecting')
    shown.addEventListener('connect', () => setState('open'))
    shown.addEventListener('disconnect', () => setState('closed'))
    return () => shown.disconnect()
  }, [url])
  return (
    <>
      <Connection state={error ? 'closed' : state} again={() => void refetch()}>
        <ToolbarItem>
          <Button
            variant="secondary"
            isDisabled={state !== 'open'}
            onClick={() => screen.current?.sendCtrlAltDel()}
          >
            Ctrl+Alt+Del
          </Button>
        </ToolbarItem>
      </Connection>
      {error && <ProblemAlert error={error} title={t('console.none')} />}
      {url !== undefined && <div ref={place} className="console-screen" />}
    </>
  )
}
