export const verify = {
  title: 'Was this video made here?',
  text: 'The file stays in your browser: only its fingerprint is sent.',
  drop: 'Drop a video, its manifest, or both',
  dropHint: 'or click to choose',
  hashing: 'Reading the file',
  again: 'Check another',
  ours: 'This server made this file.',
  byAi: 'Made with AI by {{producer}}, with the model {{model}}, on {{time}}. Not a byte has changed since.',
  noAi: 'Made by {{producer}} with {{model}}, which is no AI, on {{time}}. Not a byte has changed since.',
  notOurs: 'This server does not know this file.',
  notOursText:
    'Either it was not made here, or it was changed afterwards: platforms that encode a video anew change every byte. A missing mark proves nothing.',
  genuine: 'The manifest is genuine.',
  aboutFile: 'This server signed it, and it is about this file.',
  aboutWhich: 'This server signed it. Drop the video too, to see whether it is about that file.',
  notGenuine: 'The manifest does not hold.',
  reasons: {
    signature_invalid: 'The manifest or its signature was changed.',
    unknown_key: 'It was signed with a key that is not this server’s.',
    not_a_manifest: 'This server signed it, but it is no manifest of a video.',
    hash_mismatch: 'It is genuine, but about another file.',
  },
}
