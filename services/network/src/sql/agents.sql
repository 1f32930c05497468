-- wiringAgentsOn
select *
  from "agents"
  where "host" = ?
  and "agent_type" not in (?, ?)
  and "admin_state_up" = ?
  and "heartbeat_timestamp" >= ?
  order by "id";

-- allAgents, SQLite
select *
  from "agents"
  order by "id"
  limit 100000;

-- allAgents, PostgreSQL
select *
  from "agents"
  order by "id"
  limit $1;

-- agentById
select *
  from "agents"
  where "id" = ?;

-- dhcpAgents, SQLite
select *
  from "agents"
  where "agent_type" = ?
  limit 100000;

-- dhcpAgents, PostgreSQL
select *
  from "agents"
  where "agent_type" = $1
  limit $2;

-- l3Agents, SQLite
select *
  from "agents"
  where "agent_type" = ?
  limit 100000;

-- l3Agents, PostgreSQL
select *
  from "agents"
  where "agent_type" = $1
  limit $2;

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
