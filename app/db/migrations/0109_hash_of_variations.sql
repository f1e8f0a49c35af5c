-- A variation is made of the title, the content, the meta description and the canonical address of its article. Its hash was that
-- of the whole text: with author, tags and keywords, so that a renamed tag made it stale. Variations of the present text get
-- the new hash. A restore of an older backup calls this too.
create function hash_variation_sources() returns void language sql as $$
  with hashes as (
    select blog_posts.id, versions.version,
      translate(rtrim(encode(sha256(convert_to('[' || versions.texts || ']', 'utf8')), 'base64'), '='), '+/', '-_') as hash
    from blog_posts, lateral (
      select to_json(title)::text as title, to_json(content)::text as content,
        coalesce(to_json(meta_description)::text, 'null') as description, to_json(author)::text as author,
        to_json(tags)::text as tags, to_json(keywords)::text as keywords,
        coalesce(to_json(canonical_url)::text, 'null') as address
    ) as said, lateral (values
      ('before', concat_ws(',',
        said.title, said.content, said.description, said.author, said.tags, said.keywords, said.address)),
      ('now', concat_ws(',', said.title, said.content, said.description, said.address))
    ) as versions (version, texts)
    where blog_posts.id in (select article_id from variations)
  )
  update variations set source_hash = present.hash
  from hashes as former, hashes as present
  where former.id = article_id and former.version = 'before' and former.hash = source_hash
    and present.id = article_id and present.version = 'now'
$$;
select hash_variation_sources();
