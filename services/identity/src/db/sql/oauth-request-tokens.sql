-- list, all
select *
  from "oauth_request_tokens"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "oauth_request_tokens"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "oauth_request_tokens"
  where "oauth_request_tokens"."id" in (?)
  limit 100000;
select *
  from "oauth_request_tokens"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "oauth_request_tokens"
  where "oauth_request_tokens"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "oauth_request_tokens"
  where "oauth_request_tokens"."id" in (?)
  limit 100000;

-- plainById
select *
  from "oauth_request_tokens"
  where "oauth_request_tokens"."id" in (?, ?)
  limit 100000;

-- insert
insert into "oauth_request_tokens" ("id", "secret", "consumer_id", "project_id", "role_ids", "expires_at", "authorizing_user_id", "verifier")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "oauth_request_tokens"
  set "secret" = ?, "consumer_id" = ?, "project_id" = ?, "role_ids" = ?, "expires_at" = ?, "authorizing_user_id" = ?, "verifier" = ?
  where id = ?
  returning *;

-- delete
delete
  from "oauth_request_tokens"
  where "id" = ?;
