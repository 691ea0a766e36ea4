-- Lists of decisions, newest first, and counts of each day. Texts are escaped as in src/tables/stored-text.ts.
alter table decisions add column at text collate "C", add column actor text collate "C", add column kind text;
do $$
declare
  stored record;
  readable json;
begin
  update decisions set at = content->>'at', actor = content->>'actor', kind = content->>'kind';
exception when others then
  -- PostgreSQL cannot read JSON with NUL or lone surrogates as text. Then each row is read without them.
  for stored in select change, content from decisions loop
    -- An even number of backslashes before the escape is text of its own.
    readable := regexp_replace(
      stored.content::text, '(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})', '\1?', 'gi')::json;
    update decisions set at = readable->>'at', actor = readable->>'actor', kind = readable->>'kind'
      where change = stored.change;
  end loop;
end
$$;
alter table decisions alter column at set not null, alter column actor set not null, alter column kind set not null;
create index decisions_by_time on decisions (at desc, change desc) include (actor, kind);
create index decisions_by_actor on decisions (actor, at desc, change desc);
create index decisions_by_kind on decisions (kind, at desc, change desc);
create index decisions_by_actor_and_kind on decisions (actor, kind, at desc, change desc);
