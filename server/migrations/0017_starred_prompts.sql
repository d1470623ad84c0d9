-- Prompts that a user keeps to use again. One with {names} in it is a template.

CREATE TABLE starred_prompts (
  starred_id uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users,
  prompt     text NOT NULL CHECK (length(prompt) BETWEEN 1 AND 4000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX starred_prompts_of_user ON starred_prompts (user_id, created_at DESC, starred_id DESC);
-- Each prompt once; by its hash, since an entry of an index may not have 16 kB.
CREATE UNIQUE INDEX starred_prompts_once ON starred_prompts (user_id, md5(prompt));
