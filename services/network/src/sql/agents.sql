-- wiringAgentsOn
select *
  from "agents"
  where "host" = ?
  and "agent_type" not in (?, ?, ?)
  and "admin_state_up" = ?
  and "heartbeat_timestamp" >= ?
  order by "id";

-- allAgents
select *
  from "agents"
  order by "id"
  limit 100000;

-- agentById
select *
  from "agents"
  where "id" = ?;

-- dhcpAgents
select *
  from "agents"
  where "agent_type" = ?
  limit 100000;

-- l3Agents
select *
  from "agents"
  where "agent_type" = ?
  limit 100000;

-- reportAgent
update "agents"
  set "agent_type" = ?, "binary" = ?, "topic" = ?, "host" = ?, "configurations" = ?, "vif_type" = ?, "started_at" = ?, "availability_zone" = ?, "heartbeat_timestamp" = ?
  where "agent_type" = ?
  and "host" = ?
  returning "id";
insert into "agents" ("agent_type", "binary", "topic", "host", "configurations", "vif_type", "started_at", "availability_zone", "admin_state_up", "description", "id", "created_at", "heartbeat_timestamp")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- updateAgent
update "agents"
  set "admin_state_up" = ?
  where "id" = ?
  returning *;

-- deleteAgent
delete
  from "agents"
  where "id" = ?
  returning "id";
