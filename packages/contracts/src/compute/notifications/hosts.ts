import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { ExceptionPayload } from './payloads.ts'

const exact = { additionalProperties: false }

const MetricPayload = versionedPayload('MetricPayload', '1.0', {
  name: Type.String(),
  /** A percentage is from 0 to 100. */
  value: Type.Integer(),
  /** Null: no monitor measures NUMA cells one by one. */
  numa_membership_values: Type.Null(),
  timestamp: Type.String(),
  source: Type.String(),
})

/** The object nested in the notification of metrics. */
export const metricPart = MetricPayload

/** What the monitors of a host measured (`compute_monitors`). */
export const metricsNotifications = {
  versioned: notification('metrics.update', {
    publisher: 'nova-compute',
    payload: versionedPayload('MetricsPayload', '1.0', {
      host: Type.String(),
      host_ip: Type.String(),
      nodename: Type.String(),
      metrics: Type.Array(MetricPayload.schema),
    }),
  }),
  unversioned: notification('compute.metrics.update', {
    publisher: 'compute',
    payload: Type.Object(
      {
        host: Type.String(),
        host_ip: Type.String(),
        nodename: Type.String(),
        metrics: Type.Array(
          Type.Object(
            {
              name: Type.String(),
              /** A percentage is from 0 to 1. */
              value: Type.Number(),
              timestamp: Type.String(),
              source: Type.String(),
            },
            exact,
          ),
        ),
      },
      exact,
    ),
  }),
}

/** A host cannot connect to libvirt. */
export const libvirtErrorNotifications = {
  versioned: notification('libvirt.connect', {
    publisher: 'nova-compute',
    phases: ['error'],
    payload: versionedPayload('LibvirtErrorPayload', '1.0', {
      ip: Type.String(),
      reason: ExceptionPayload.schema,
    }),
  }),
  unversioned: notification('compute.libvirt.error', {
    publisher: 'compute',
    priority: 'error',
    payload: Type.Object({ ip: Type.String(), reason: Type.String() }, exact),
  }),
}
