-- list, all
select *
  from "metering_label_rules"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "metering_label_rules"
  where metering_label_rules.metering_label_id in ( select id
    from metering_labels
    where project_id = ?)
  limit 100000;

-- list, a page after a marker
select *
  from "metering_label_rules"
  where "metering_label_rules"."id" in (?)
  limit 100000;
select *
  from "metering_label_rules"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "metering_label_rules"
  where "metering_label_rules"."id" in (?)
  and metering_label_rules.metering_label_id in ( select id
    from metering_labels
    where project_id = ?)
  limit 100000;

-- plain
select *
  from "metering_label_rules" join (select id as parent_id, "project_id" as "project_id"
    from "metering_labels") as parent on parent_id = "metering_label_rules"."metering_label_id"
  where "metering_label_rules"."id" in (?)
  limit 100000;

-- plainById
select *
  from "metering_label_rules"
  where "metering_label_rules"."id" in (?, ?)
  limit 100000;

-- insert
insert into "metering_label_rules" ("id", "metering_label_id", "direction", "excluded", "remote_ip_prefix", "source_ip_prefix", "destination_ip_prefix")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "metering_label_rules"
  set "metering_label_id" = ?, "direction" = ?, "excluded" = ?, "remote_ip_prefix" = ?, "source_ip_prefix" = ?, "destination_ip_prefix" = ?
  where id = ?
  returning *;

-- delete
delete
  from "metering_label_rules"
  where "id" = ?;
