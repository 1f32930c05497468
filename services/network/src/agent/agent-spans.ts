import type { RpcObserver } from '@nimbo/rpc/rpc-observer'
import { rpcSpans } from '@nimbo/service/rpc-spans'
import type { SpanSink } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'

/** Messages that continue a request. The others belong to the agent's own rounds, and would flood the traces. */
const ofRequests: ReadonlySet<string> = new Set([
  ...['q-agent.prepareNetwork', 'q-agent.portsChanged', 'q-plugin.devicesUp', 'q-plugin.devicesDown'],
  ...['l3_agent.routersChanged', 'q-l3-plugin.floatingIpsReached'],
])

/** Records what an agent does for a request as spans of the request's trace. */
export const agentSpans = (role: string, sink: SpanSink): RpcObserver => {
  const spans = rpcSpans(tracer(role, sink))
  return {
    outgoing: (ctx, method, kind, run, target) =>
      ofRequests.has(method) ? spans.outgoing(ctx, method, kind, run, target) : run(ctx),
    incoming: (ctx, method, kind, run, target) =>
      ofRequests.has(method) ? spans.incoming(ctx, method, kind, run, target) : run(ctx),
  }
}
