-- Each avatar is an object of its own, so that nothing is stored while a row is locked. Those from before keep their place.
ALTER TABLE users ADD COLUMN avatar_object text CHECK (avatar_object LIKE 'avatars/' || user_id || '.%');
UPDATE users SET avatar_object = avatar WHERE avatar IS NOT NULL;

-- An object is noted before it is stored, and is nobody's if no user has taken it up until then.
ALTER TABLE orphaned_objects ADD COLUMN remove_after timestamptz NOT NULL DEFAULT now();
