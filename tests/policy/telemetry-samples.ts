import type { Client } from '@nimbo/testkit/client'
import type { Samples } from './sampled.ts'

/** A resource of the metrics service that `owner` made, with one metric, and an alarm. */
export const makeTelemetrySamples = async (owner: Client): Promise<Samples> => {
  const resource = await owner.metric.post('/v1/resource/generic', {
    ...{ id: crypto.randomUUID(), project_id: owner.projectId, user_id: owner.userId },
    metrics: { load: { archive_policy_name: 'low' } },
  })
  const alarm = await owner.alarming.post('/v2/alarms', {
    ...{ name: 'sample', type: 'event', event_rule: { event_type: 'image.delete' } },
  })
  const facts = {
    creator: owner.userId,
    created_by_project_id: owner.projectId,
    project_id: owner.projectId,
    resource: { project_id: owner.projectId },
  }
  return {
    params: {
      'metric.type': 'generic',
      'metric.resource_id': resource.body.id,
      'metric.metric_id': resource.body.metrics.load,
      'metric.name': 'load',
      'alarming.alarm_id': alarm.body.alarm_id,
    },
    hidden: ['alarm'],
    facts: {
      ...{ metric: facts, resource: facts, namedMetric: facts },
      alarm: { project_id: owner.projectId, user_id: owner.userId },
    },
  }
}
