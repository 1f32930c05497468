import type { Subscription } from '@nimbo/bus/bus'
import type { Json } from '@nimbo/kernel/json'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { AodhConfig } from '../../alarming-options.ts'
import { type ReceivedEvent, evaluateEvents } from '../../app/alarming/evaluate-events.ts'
import { alarmApp } from './alarm-app.ts'
import { eventsTopic } from '../events-topic.ts'

const isEvent = (message: unknown): message is ReceivedEvent =>
  typeof message === 'object' &&
  message !== null &&
  'event_type' in message &&
  'project_id' in message &&
  'traits' in message

export const listenToEvents = async (host: ServiceHost, config: AodhConfig): Promise<RunningService> => {
  const hear = evaluateEvents(await alarmApp(host, config))
  let subscription: Subscription | undefined
  return {
    begin: async () => {
      subscription = await host.bus.listen({ topic: eventsTopic }, async (message: Json) => {
        await hear((Array.isArray(message) ? message : [message]).filter(isEvent))
        return undefined
      })
    },
    settled: async () => {},
    stop: async () => void (await subscription?.close()),
  }
}
