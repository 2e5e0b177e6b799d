export const listNames = ['block', 'allow'] as const;
/** `block`: a hit needs manual review. `allow`: the value is exempt from the block entries of its kind. */
export type ListName = (typeof listNames)[number];

export const listedKinds = ['document_number', 'email', 'phone', 'ip_range', 'address'] as const;
/** Kind of the value of a list entry. */
export type ListedKind = (typeof listedKinds)[number];
