    if (strcmp(argument, "cases") == 0) {
      must("clSetKernelArg", clSetKernelArg(kernel, i, sizeof(Case), &cases[index]));
      continue;
    }
