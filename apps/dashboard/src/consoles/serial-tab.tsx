import '@xterm/xterm/css/xterm.css'
import { Terminal } from '@xterm/xterm'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { Connection, type State } from './connection.tsx'
import { useConsole } from './use-console.ts'

/** The serial console of a server (xterm.js). */
export const SerialTab = ({ item }: TabProps) => {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('connecting')
  const { data: url, error, refetch } = useConsole(textAt(item, 'id'), { protocol: 'serial', type: 'serial' })
  useEffect(() => {
    if (url === undefined || place.current === null) return undefined
    const terminal = new Terminal({ convertEol: true, screenReaderMode: true, rows: 30 })
    terminal.open(place.current)
    const socket = new WebSocket(url, ['binary'])
    socket.binaryType = 'arraybuffer'
    setState('connecting')
    socket.onopen = () => setState('open')
    socket.onclose = () => setState('closed')
    socket.onmessage = ({ data }) => terminal.write(typeof data === 'string' ? data : new Uint8Array(data))
    const typed = terminal.onData((text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(new TextEncoder().encode(text))
    })
    return () => {
      typed.dispose()
      socket.close()
      terminal.dispose()
    }
  }, [url])
  return (
    <>
      <Connection state={error ? 'closed' : state} again={() => void refetch()} />
      {error && <ProblemAlert error={error} title={t('console.none')} />}
      {url !== undefined && <div ref={place} className="console-serial" />}
    </>
  )
}
