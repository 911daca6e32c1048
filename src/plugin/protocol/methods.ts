/** Describes a call of the provider. Terraform names the messages of a call after it. */
export function call<const N extends string>(name: N) {
  return { ...named(name), output: `tfplugin6.${name}.Response`, streams: false } as const;
}

/** Describes a call of the provider that returns any number of messages. */
export function stream<const N extends string>(name: N) {
  return { ...named(name), output: `tfplugin6.${name}.Event`, streams: true } as const;
}

function named<N extends string>(name: N) {
  const localName = (name.charAt(0).toLowerCase() + name.slice(1)) as Uncapitalize<N>;
  return { name, localName, input: `tfplugin6.${name}.Request` } as const;
}
