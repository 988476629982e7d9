// What next-env.d.ts says, less the types that only a build makes: the types can be checked before one.
/// <reference types="next" />
/// <reference types="next/image-types/global" />
